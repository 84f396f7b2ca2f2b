import { processEnv } from '@shotclock/runtime';

/** Whether tests use Chromium's sandbox. As root, it depends on how the browser is started, and most tests do without it. */
export function testSandbox(): boolean {
  return process.getuid?.() !== 0;
}

/** The browser of the tests, for `findBrowser`: the one at `CHROMIUM_PATH`, as in the worker, otherwise the one that is found. */
export function testBrowser(): { chromiumPath: string | null } {
  return { chromiumPath: processEnv().CHROMIUM_PATH || null };
}
