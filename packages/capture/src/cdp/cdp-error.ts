/** The browser refused a command, or it can no longer answer: the page is gone, or the browser is. */
export class CdpError extends Error {
  override readonly name = 'CdpError';
}
