/**
 * The limits of a single session. A connection, name or request that exceeds a limit is refused with the code
 * `over_limit` (docs/egress.md).
 */
export type EgressLimits = {
  /** Number of bytes received over all connections of the session, before decompression. */
  bytes: number;
  /** Number of bytes sent over all connections of the session. */
  bytesSent: number;
  /** Time in milliseconds for resolving a name and establishing a connection together. */
  connectTimeoutMs: number;
  /** Number of resolved names. */
  names: number;
  /** Total number of connections to targets in the session. */
  connections: number;
  /** Number of concurrent connections to targets, open or being established. */
  openConnections: number;
};

export const defaultLimits: EgressLimits = {
  bytes: 100 * 1024 * 1024,
  bytesSent: 100 * 1024 * 1024,
  connectTimeoutMs: 10_000,
  names: 500,
  connections: 2_000,
  openConnections: 128,
};
