import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError, Server } from 'proxy-chain';
import type { Dialler } from './dialler.ts';
import { EgressError, isRefusal, type ProblemLog } from './egress-problem.ts';
import { forward } from './forward.ts';
import { tunnel } from './tunnel.ts';
import { portOf } from './url-policy.ts';

/**
 * The header on every answer that is the proxy's own and not a site's; its value is an `EgressProblemCode`. A page that
 * carries it must never be taken for the page that was asked for.
 */
export const egressProblemHeader = 'x-egress-problem';

/**
 * proxy-chain's server, with both legs to the target replaced, because of what its own do: the tunnel knows no time limit
 * and leaves the target's socket open after the client has gone, and the forwarder answers a site's fault
 * with a page that a browser would show as the site's.
 */
export class EgressProxy extends Server {
  readonly #dialler: Dialler;
  readonly #log: ProblemLog;

  constructor(options: { dialler: Dialler; log: ProblemLog }) {
    super({ host: '127.0.0.1', port: 0, authRealm: 'egress' });
    this.#dialler = options.dialler;
    this.#log = options.log;
    // The session ends them all; before that, a browser may use an idle connection whenever it likes.
    this.server.keepAliveTimeout = 0;
  }

  override async onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = targetOf(request.url ?? '');
      const target = await this.#dialler.dial(url.hostname, portOf(url));
      if (response.destroyed) target.destroy();
      else await forward(request, response, url, target);
    } catch (error) {
      this.#answerProblem(request, error);
    }
  }

  override async onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    try {
      const authority = request.url ?? '';
      if (!/^[^@/?#\\]+:\d{1,5}$/.test(authority)) throw new RequestError('The target is not host:port', 400);
      const url = targetOf(`http://${authority}`);
      const target = await this.#dialler.dial(url.hostname, portOf(url));
      if (socket.destroyed) target.destroy();
      else tunnel(socket, target, head);
    } catch (error) {
      this.#answerProblem(request, error);
    }
  }

  #answerProblem(request: IncomingMessage, error: unknown): void {
    if (!(error instanceof EgressError)) {
      this.failRequest(request, error as Error);
      return;
    }
    const { problem } = error;
    if (problem.code === 'bad_answer') this.#log.add(problem);
    const status = isRefusal(problem) ? 403 : problem.code === 'timed_out' ? 504 : 502;
    const what = isRefusal(problem) ? 'Refused' : 'Failed';
    this.sendSocketResponse(
      request.socket,
      status,
      { [egressProblemHeader]: problem.code },
      `${what}: ${problem.reason}.\n`,
    );
  }
}

/** The target of a request to a proxy: an absolute `http:` URL (RFC 9112, section 3.2.2). */
function targetOf(text: string): URL {
  if (!URL.canParse(text)) throw new RequestError('The target is not an absolute URL', 400);
  const url = new URL(text);
  if (url.protocol !== 'http:' || url.hostname === '')
    throw new RequestError('The target is not http://', 400);
  return url;
}
