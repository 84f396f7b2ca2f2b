import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Logger, onceAMinute } from '@shotclock/runtime';

/**
 * Limits of the HTTP server. They disconnect clients that send slowly or incompletely, but not clients that are waiting
 * for a response.
 */
export type ConnectionLimits = {
  /** Time to receive the request line and the headers, including on a new connection. At most `requestTimeoutMs`. */
  headersTimeoutMs: number;
  /** Time to receive the whole request, from its first byte to the last byte of its body. */
  requestTimeoutMs: number;
  /** How often both timeouts are checked. A request can exceed a timeout by up to this interval. */
  checkIntervalMs: number;
  /**
   * Maximum time without a byte in either direction. It is longer than any request waits for its response, so it affects
   * only clients that do not read.
   */
  idleTimeoutMs: number;
  /**
   * Maximum number of connections. For each connection above this number, the server closes the connection that has been
   * idle longest.
   */
  maxConnections: number;
  /**
   * Maximum number of requests that a client may send on a connection before receiving their responses. Additional requests close
   * the connection.
   */
  maxPipelinedRequests: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  checkIntervalMs: 5_000,
  idleTimeoutMs: 180_000,
  maxConnections: 4_096,
  maxPipelinedRequests: 16,
};

/** Fastify's options for these limits. By default, Fastify does not set timeouts. */
export function serverOptions({
  headersTimeoutMs,
  requestTimeoutMs,
  checkIntervalMs,
  idleTimeoutMs,
}: ConnectionLimits) {
  return {
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    http: {
      // Node would respond to a request without Host with an empty 400. The origin guard sends a problem instead.
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
    },
  };
}

/** `unanswered` is the number of requests without a complete response. */
type Connection = { unanswered: number; isReceiving: boolean };

/**
 * Limits the connections of the server. A client that opens many connections and sends or reads slowly, or not at all,
 * loses its own connections: other clients' requests are received promptly, so their connections are not idle. It logs a
 * warning about closed connections at most once a minute. Call it after the server's listeners have been added.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxPipelinedRequests }: ConnectionLimits,
  logger: Pick<Logger, 'warn'>,
): void {
  /** Ordered by the time of their last progress: connected, headers received, body received, or response sent. */
  const connections = new Map<Socket, Connection>();
  const warn = onceAMinute(() =>
    logger.warn(
      { maxConnections },
      'too many connections; the API closes those whose clients have been idle longest',
    ),
  );

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { unanswered: 0, isReceiving: false });
    socket.once('close', () => connections.delete(socket));
    if (connections.size > maxConnections) closeOldest();
  });

  // The parser still emits every request that it has received, including those that follow the request for which the
  // connection was closed.
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!admit(request, response)) return;
    for (const handle of handlers) handle(request, response);
  });

  function admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (socket.destroyed) return false;
    const connection = progress(socket);
    if (!connection) return false;
    connection.unanswered += 1;
    if (connection.unanswered > maxPipelinedRequests) {
      socket.destroy();
      return false;
    }
    if (hasBody(request)) {
      connection.isReceiving = true;
      request.once('end', () => {
        connection.isReceiving = false;
        progress(socket);
      });
    }
    response.once('close', () => {
      connection.unanswered -= 1;
      progress(socket);
    });
    return true;
  }

  function progress(socket: Socket): Connection | undefined {
    const connection = connections.get(socket);
    if (!connection || !connections.delete(socket)) return undefined;
    connections.set(socket, connection);
    return connection;
  }

  function closeOldest(): void {
    for (const [socket, connection] of connections) {
      if (!waitsForClient(socket, connection)) continue;
      connections.delete(socket);
      socket.destroy();
      break;
    }
    warn();
  }
}

/** Whether the server must wait for the client to send a request or the rest of its body, or to read its response. */
const waitsForClient = (socket: Socket, { unanswered, isReceiving }: Connection): boolean =>
  unanswered === 0 || isReceiving || socket.writableLength > 0;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
