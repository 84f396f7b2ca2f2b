/** Whether a test's Chromium may use its own sandbox: it refuses to as root. */
export function testSandbox(): boolean {
  return process.getuid?.() !== 0;
}
