/** The driver's and Postgres' codes for a database that cannot be asked now (PostgreSQL, appendix A). */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'],
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
  ...['57P01', '57P02', '57P03', '3D000', '57014', '25P03', '25P04'],
]);
/** Classes of them: no room on the disk, memory or connections left; its files cannot be used. */
const atItsEnd = /^(53|58)[0-9A-Z]{3}$/;
const longestChain = 5;

/** Whether the error, or what caused it, is that the database does not answer now: trying again later may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let next = error;
  for (let depth = 0; next instanceof Error && depth < longestChain; depth += 1) {
    const code = 'code' in next ? String(next.code) : '';
    if (codes.has(code) || atItsEnd.test(code)) return true;
    next = next.cause;
  }
  return false;
}
