import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError, Server } from 'proxy-chain';
import { BlockedError, EgressError, type EgressRule, isRefusal, type ProblemLog } from '../egress-problem.ts';
import { portOf } from '../policy/url-policy.ts';
import type { TargetConnector } from '../targets/target-connector.ts';
import { forwardRequest } from './forward-request.ts';
import { tunnel } from './tunnel.ts';

/**
 * Marks responses that come from the proxy instead of a site. The value is an `EgressProblemCode` or `blocked`. A
 * document with this header must never be captured in place of the requested page.
 */
export const egressProblemHeader = 'x-egress-problem';

/**
 * The response for a blocked host. A frame displays it, so it is blank. If the response were empty, Chromium would show
 * an error page.
 */
const blockedBody = '<!doctype html>';
const blockedHeaders = { [egressProblemHeader]: 'blocked', 'content-type': 'text/html' };

/** Accepts the connections of one session, in place of a port of the proxy. */
export type ProxyListener = {
  /** The URL at which the browser reaches the proxy. */
  readonly proxyUrl: string;
  /** Passes each new connection to `onConnection` until `close` is called. */
  listen(onConnection: (socket: Socket) => void): void;
  close(): void;
};

/**
 * A proxy-chain server that connects to targets only through the TargetConnector. It replaces two parts of proxy-chain: the
 * tunnel, which has no timeout and leaves the target's socket open after the client has disconnected, and the forwarder,
 * which responds to errors with a page that the browser would attribute to the site.
 */
export class EgressProxy extends Server {
  readonly #connector: TargetConnector;
  readonly #log: ProblemLog;
  readonly #maxClients: number;
  readonly #onRefused: (rule: EgressRule) => void;
  /**
   * Number of requests in progress by connection. It exceeds one if the client sends requests without waiting for
   * responses.
   */
  readonly #pending = new WeakMap<Socket, number>();

  /** @param options.maxClients maximum number of connections from the browser */
  constructor(options: {
    connector: TargetConnector;
    log: ProblemLog;
    maxClients: number;
    onRefused: (rule: EgressRule) => void;
  }) {
    super({ host: '127.0.0.1', port: 0, authRealm: 'egress' });
    this.#connector = options.connector;
    this.#log = options.log;
    this.#maxClients = options.maxClients;
    this.#onRefused = options.onRefused;
    // The browser may reuse an idle connection at any time. The session closes all connections when it ends.
    this.server.keepAliveTimeout = 0;
    // `accept` can fail if no file descriptor is free. If no listener handled its error event, the process would
    // terminate.
    this.server.on('error', ({ code }: NodeJS.ErrnoException) =>
      options.log.add({ code: 'unreachable', host: null, port: null, reason: `the proxy failed (${code})` }),
    );
  }

  /** Accepts the connections of `listener` instead of listening on a port. */
  accept(listener: ProxyListener): void {
    listener.listen((socket) => this.server.emit('connection', socket));
  }

  override async close(closeConnections?: boolean): Promise<void> {
    if (this.server.listening) await super.close(closeConnections);
    else this.closeConnections();
  }

  override onConnection(socket: Socket): void {
    super.onConnection(socket);
    if (this.connections.size <= this.#maxClients) return;
    const reason = `the browser opened more than ${this.#maxClients} connections`;
    this.#log.add({ code: 'over_limit', host: null, port: null, reason });
    this.#onRefused('proxy_clients');
    socket.destroy();
  }

  override async onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#countPending(request.socket, 1);
    response.once('close', () => this.#countPending(request.socket, -1));
    try {
      assertUnambiguous(request);
      const url = parseTarget(request.url ?? '');
      const target = await this.#connector.connect(url.hostname, portOf(url));
      if (response.destroyed) {
        target.destroy();
        return;
      }
      const forwarded = forwardRequest(request, response, url, target);
      this.#connector.countSent(request, url);
      await forwarded;
    } catch (error) {
      // This response would be sent before the responses to earlier requests. Browsers do not send a request before they
      // have received the previous response.
      if (this.#pendingRequests(request.socket) > 1) request.socket.destroy();
      else this.#sendProblem(request, error);
    }
  }

  override async onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    // The response to an earlier request would become part of the tunnel's data.
    if (this.#pendingRequests(socket) > 0) {
      socket.destroy();
      return;
    }
    try {
      assertUnambiguous(request);
      if (hasBody(request)) throw new RequestError('A CONNECT request must not have a body', 400);
      const authority = request.url ?? '';
      if (!/^[^@/?#\\]+:\d{1,5}$/.test(authority))
        throw new RequestError('The target must have the form host:port', 400);
      const url = parseTarget(`http://${authority}`);
      const target = await this.#connector.connect(url.hostname, portOf(url));
      if (socket.destroyed) {
        target.destroy();
        return;
      }
      tunnel(socket, target, head);
      this.#connector.countSent(socket, url);
    } catch (error) {
      this.#sendProblem(request, error);
    }
  }

  #pendingRequests(socket: Socket): number {
    return this.#pending.get(socket) ?? 0;
  }

  #countPending(socket: Socket, change: 1 | -1): void {
    this.#pending.set(socket, this.#pendingRequests(socket) + change);
  }

  #sendProblem(request: IncomingMessage, error: unknown): void {
    if (error instanceof BlockedError) {
      this.sendSocketResponse(request.socket, 403, { ...blockedHeaders }, blockedBody);
      return;
    }
    if (!(error instanceof EgressError)) {
      this.failRequest(request, error as Error);
      return;
    }
    const { problem } = error;
    if (problem.code === 'invalid_response') this.#log.add(problem);
    const status = isRefusal(problem) ? 403 : problem.code === 'timed_out' ? 504 : 502;
    const outcome = isRefusal(problem) ? 'Refused' : 'Failed';
    this.sendSocketResponse(
      request.socket,
      status,
      { [egressProblemHeader]: problem.code },
      `${outcome}: ${problem.reason}.\n`,
    );
  }
}

/**
 * Rejects requests that a target could frame differently (RFC 9112, sections 3.2 and 6.1): those with several `Host`
 * fields or with transfer codings other than `chunked`, and HTTP/1.0 requests with a transfer coding. Node's parser
 * rejects all other ambiguous requests.
 * @throws RequestError
 */
function assertUnambiguous({ headersDistinct, httpVersion }: IncomingMessage): void {
  const codings = headersDistinct['transfer-encoding'];
  const isChunked = codings?.length === 1 && codings[0]?.toLowerCase() === 'chunked' && httpVersion === '1.1';
  if ((codings && !isChunked) || (headersDistinct.host?.length ?? 0) > 1)
    throw new RequestError('The request is ambiguous', 400);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Parses the target of a proxy request: an absolute `http:` URL (RFC 9112, section 3.2.2). */
function parseTarget(text: string): URL {
  if (!URL.canParse(text)) throw new RequestError('The target must be an absolute URL', 400);
  const url = new URL(text);
  if (url.protocol !== 'http:' || url.hostname === '')
    throw new RequestError('The target must be an http:// URL', 400);
  return url;
}
