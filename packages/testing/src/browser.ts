/** Whether tests use Chromium's sandbox. As root, it depends on how the browser is started, and most tests do without it. */
export function testSandbox(): boolean {
  return process.getuid?.() !== 0;
}
