import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '@shotclock/runtime';

/** Limits of the HTTP server. They end slow and unfinished requests, but no request that waits for its response. */
export type ConnectionLimits = {
  /** Time to receive the request line and the headers, also on a new connection. At most `requestTimeoutMs`. */
  headersTimeoutMs: number;
  /** Time to receive the whole request, from its first byte to the last byte of its body. */
  requestTimeoutMs: number;
  /** How often both timeouts are checked. A request can exceed them by this time. */
  checkIntervalMs: number;
  /** For each further connection, the server closes the one that has waited longest for a complete request. */
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

/**
 * Limits the connections of the server. A client that opens many connections and sends slowly, or nothing, loses its own: a connection
 * whose request arrives promptly does not wait. Warns at most once a minute while connections are closed.
 */
export function limitConnections(
  server: Server,
  { maxConnections }: ConnectionLimits,
  logger: Pick<Logger, 'warn'>,
): void {
  /** Connections without a complete request, in the order in which they began to wait for one. */
  const waiting = new Set<Socket>();
  let open = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;

  server.on('connection', (socket: Socket) => {
    open += 1;
    waiting.add(socket);
    socket.once('close', () => {
      open -= 1;
      waiting.delete(socket);
    });
    if (open > maxConnections) closeOldest();
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    waiting.delete(socket);
    if (hasBody(request)) {
      waiting.add(socket);
      request.once('end', () => waiting.delete(socket));
    }
    response.once('close', () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });

  function closeOldest(): void {
    for (const socket of waiting) {
      waiting.delete(socket);
      socket.destroy();
      break;
    }
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    logger.warn(
      { maxConnections },
      'too many connections; the API closes those that have waited longest for a request',
    );
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
