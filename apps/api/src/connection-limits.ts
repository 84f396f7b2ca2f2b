import type { Server } from 'node:http';
import type { Logger } from '@shotclock/runtime';

/** Limits of the HTTP server. They end slow and unfinished requests, but no request that waits for its response. */
export type ConnectionLimits = {
  /** Time to receive the request line and the headers, also on a new connection. At most `requestTimeoutMs`. */
  headersTimeoutMs: number;
  /** Time to receive the whole request, from its first byte to the last byte of its body. */
  requestTimeoutMs: number;
  /** How often both timeouts are checked. A request can exceed them by this time. */
  checkIntervalMs: number;
  /** The server closes further connections at once. */
  maxConnections: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  checkIntervalMs: 5_000,
  maxConnections: 4_096,
};

const warnEveryMs = 60_000;

/** The options of Fastify for these limits. Without them, Fastify sets no request timeout. */
export function serverOptions({ headersTimeoutMs, requestTimeoutMs, checkIntervalMs }: ConnectionLimits) {
  return {
    requestTimeout: requestTimeoutMs,
    http: {
      // Node would respond to a request without it by an empty 400. The origin guard sends a problem.
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
    },
  };
}

/** Limits the connections of the server. Warns at most once a minute while it refuses connections. */
export function limitConnections(
  server: Server,
  { maxConnections }: ConnectionLimits,
  logger: Pick<Logger, 'warn'>,
): void {
  server.maxConnections = maxConnections;
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    logger.warn({ maxConnections }, 'too many connections; the API refuses new ones');
  });
}
