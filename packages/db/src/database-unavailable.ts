/** The codes of the driver and of Postgres (PostgreSQL manual, appendix A) for a database that is unavailable. */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'],
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
  ...['57P01', '57P02', '57P03', '3D000', '57014', '25P03', '25P04'],
]);
/** Error classes: insufficient resources (disk, memory, connections) and system errors (files). */
const unavailableClasses = /^(53|58)[0-9A-Z]{3}$/;
const maxCauseDepth = 5;

/** Whether the error, or one of its causes, says that the database is unavailable, so that a later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let next = error;
  for (let depth = 0; next instanceof Error && depth < maxCauseDepth; depth += 1) {
    const code = 'code' in next ? String(next.code) : '';
    if (unavailableCodes.has(code) || unavailableClasses.test(code)) return true;
    next = next.cause;
  }
  return false;
}
