export type PostgresConnectFailure = 'CONNECT_TIMEOUT' | 'NO_HOST' | 'READ_ONLY_HOST' | 'TLS_FAILED';

/**
 * A connection to Postgres could not be opened. `CONNECT_TIMEOUT`: a host did not respond. `TLS_FAILED`: a host does not
 * support TLS, or its certificate was not accepted. `READ_ONLY_HOST`: a host does not meet `target_session_attrs`.
 * `NO_HOST`: the hosts failed for different reasons.
 */
export class PostgresConnectError extends Error {
  override readonly name = 'PostgresConnectError';
  readonly code: PostgresConnectFailure;

  constructor(code: PostgresConnectFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
