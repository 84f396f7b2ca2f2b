// Both classes identify errors from the database driver. The object store and the queue use the same codes, for example
// ECONNREFUSED, so a code alone does not identify the unavailable server.
import { DrizzleQueryError } from 'drizzle-orm';

/** A database driver error outside a statement, for example at the start or end of a transaction. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The error code of the driver, the operating system or Postgres; empty if there is none. */
  readonly code: string;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = codeOf(cause);
  }
}

/** Codes for a database that does not accept connections. */
const cannotConnect = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['CONNECT_TIMEOUT', 'NO_HOST', 'READ_ONLY_HOST', 'TLS_FAILED'],
]);
/** The error codes of the driver and Postgres (PostgreSQL manual, appendix A) for an unavailable database. */
const unavailableCodes = new Set([
  ...cannotConnect,
  ...['ECONNRESET', 'EPIPE', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
  ...['57P01', '57P02', '57P03', '3D000', '57014', '25P03', '25P04'],
  // A deadlock, after which the same work can succeed.
  '40P01',
]);
/** Error classes: insufficient resources (disk, memory, connections) and system errors (files). */
const unavailableClasses = /^(53|58)[0-9A-Z]{3}$/;
/** The server is starting or stopping, or the database does not exist. */
const downCodes = new Set(['57P03', '3D000']);
/** Data exceptions, violated constraints, and limits on a statement in Postgres and in the driver. */
const dataFaults = /^(22|23|54)[0-9A-Z]{3}$|^MAX_PARAMETERS_EXCEEDED$/;
/** Rollbacks, such as deadlocks, and the lock timeout. */
const rolledBack = /^(40[0-9A-Z]{3}|55P03)$/;
const maxCauseDepth = 5;

/** Whether the driver could not connect, in which case any other statement would fail as well. */
export function isConnectFailure(error: unknown): boolean {
  return error instanceof DatabaseError && cannotConnect.has(error.code);
}

/**
 * Whether the error or one of its causes came from the database driver and indicates that the database is unavailable, so that a
 * later retry may succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return driverCodes(error).some((code) => unavailableCodes.has(code) || unavailableClasses.test(code));
}

/**
 * Whether the error or one of its causes came from the database driver and indicates that the database does not accept
 * any statements. After any other `isDatabaseUnavailable` error, statements for other rows may succeed: the work itself
 * may have caused Postgres to close the connection.
 */
export function isDatabaseDown(error: unknown): boolean {
  return driverCodes(error).some((code) => cannotConnect.has(code) || downCodes.has(code));
}

/**
 * Whether the same work on the same rows would fail again: the database rejected the data, or the error did not come from the
 * driver. Faults of the database, its schema or other transactions, such as deadlocks, time limits and lost connections, are not
 * permanent.
 */
export function isPermanentFault(error: unknown): boolean {
  const codes = driverCodes(error);
  return codes.length === 0 || codes.some((code) => dataFaults.test(code));
}

/**
 * Whether Postgres ended the statement, the transaction or the connection, or the connection was lost. The work itself
 * may be the cause, because it takes too long or crashes the server process.
 */
export function isInterrupted(error: unknown): boolean {
  return driverCodes(error).some(
    (code) =>
      (unavailableCodes.has(code) && !cannotConnect.has(code) && !downCodes.has(code)) ||
      rolledBack.test(code),
  );
}

/** The codes of a database driver error and its causes; none for other errors. */
function driverCodes(error: unknown): string[] {
  const chain = causes(error);
  const thrown = chain.findIndex((one) => one instanceof DrizzleQueryError || one instanceof DatabaseError);
  return thrown < 0 ? [] : chain.slice(thrown).map(codeOf);
}

/** The error and its causes. */
function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < maxCauseDepth; next = next.cause)
    chain.push(next);
  return chain;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
