import { processEnv } from '@shotclock/runtime';

/**
 * Whether tests use Chromium's sandbox. As root, most tests do not use it, because whether it works then depends on how
 * the browser is started.
 */
export function testSandbox(): boolean {
  return process.getuid?.() !== 0;
}

/**
 * The browser for tests, as an argument for `findBrowser`: `CHROMIUM_PATH`, which the worker also reads, or else an installed or
 * bundled browser.
 */
export function testBrowser(): { chromiumPath: string | null } {
  return { chromiumPath: processEnv().CHROMIUM_PATH || null };
}
