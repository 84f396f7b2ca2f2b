import { processEnv } from '@shotclock/runtime';

/** Whether tests use Chromium's sandbox. As root, it depends on how the browser is started, and most tests do without it. */
export function testSandbox(): boolean {
  return process.getuid?.() !== 0;
}

/** The browser for tests, an argument of `findBrowser`: that of `CHROMIUM_PATH`, as in the worker, otherwise an installed or bundled one. */
export function testBrowser(): { chromiumPath: string | null } {
  return { chromiumPath: processEnv().CHROMIUM_PATH || null };
}
