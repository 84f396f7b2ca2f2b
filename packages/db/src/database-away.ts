/** The driver's and Postgres' codes for a database that cannot be asked now (PostgreSQL, appendix A). */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'],
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
  ...['53300', '57P01', '57P02', '57P03', '57P05', '3D000'],
]);
const longestChain = 5;

/** Whether the error, or what caused it, is that the database does not answer now: trying again later may help. */
export function databaseIsAway(error: unknown): boolean {
  let next = error;
  for (let depth = 0; next instanceof Error && depth < longestChain; depth += 1) {
    if ('code' in next && codes.has(String(next.code))) return true;
    next = next.cause;
  }
  return false;
}
