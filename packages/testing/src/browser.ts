/** Whether Chromium can use its sandbox in tests: it cannot as root. */
export function testSandbox(): boolean {
  return process.getuid?.() !== 0;
}
