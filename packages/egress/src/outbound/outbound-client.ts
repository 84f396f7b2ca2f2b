// Requests of Shotclock itself, such as alerts. The same policy applies as to captured pages, with a separate list of exceptions:
// a name is resolved once, all its addresses are checked, and the connection uses only the checked addresses.
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { rejectOnAbort } from '@shotclock/runtime';
import { EgressError } from '../egress-problem.ts';
import { createEgressResources, type EgressResources } from '../egress-resources.ts';
import { localAddresses, recentLocalAddresses } from '../local-addresses.ts';
import { createNameResolver, type Resolve } from '../names/name-resolver.ts';
import { resolveHost } from '../names/resolve-host.ts';
import type { EgressAllow } from '../policy/egress-allow.ts';
import { normalizeHost } from '../policy/host-names.ts';
import { checkUrl, portOf } from '../policy/url-policy.ts';
import { connectToAddresses } from '../targets/connect-to-addresses.ts';
import { OutboundError } from './outbound-error.ts';
import { readResponse } from './read-response.ts';

/** Receivers send at most a few interim responses before their response. */
const maxInterimResponses = 20;

export type OutboundRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  signal?: AbortSignal;
  /** Maximum time for the name, the connection and the response together. */
  timeoutMs: number;
  /** The rest of a longer response is not read. */
  maxResponseBytes: number;
};

export type OutboundResponse = {
  status: number;
  headers: Record<string, string>;
  /** The first `maxResponseBytes` of the body, without decompression. */
  body: Buffer;
};

export type OutboundClient = {
  /**
   * Sends a request over a new connection. Redirects are not followed.
   * @throws OutboundError, whose message does not contain the path of the URL; `signal.reason`
   */
  send(request: OutboundRequest): Promise<OutboundResponse>;
};

/**
 * @param options.allow the exceptions of `ALERT_ALLOW`
 * @param options.resources default: separate resources, for a process without captures
 * @param options.resolve default: `/etc/hosts` and DNS
 */
export function createOutboundClient({
  allow,
  resources = createEgressResources(),
  resolve = createNameResolver(resources, localAddresses()),
}: {
  allow: EgressAllow;
  resources?: EgressResources;
  resolve?: Resolve;
}): OutboundClient {
  return {
    async send(request) {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      const check = checkUrl(request.url, allow);
      if (!check.allowed) throw refused(check.reason);
      const { url } = check;
      try {
        const socket = await connect(url, { allow, resolve, signal });
        return await exchange(socket, url, request, signal);
      } catch (error) {
        request.signal?.throwIfAborted();
        if (timeout.aborted)
          throw new OutboundError(
            'timed_out',
            `The receiver did not respond within ${request.timeoutMs / 1_000} s.`,
          );
        throw outboundErrorOf(error);
      }
    },
  };
}

async function connect(
  url: URL,
  { allow, resolve, signal }: { allow: EgressAllow; resolve: Resolve; signal: AbortSignal },
): Promise<Socket> {
  const [host, port] = [normalizeHost(url.hostname), portOf(url)];
  const rules = {
    allow,
    ownAddresses: recentLocalAddresses(),
    resolve: (name: string) => resolve(name, signal),
  };
  const checked = await rejectOnAbort(resolveHost(host, port, rules), signal);
  const addresses = checked.map(({ address }) => address);
  return connectToAddresses(addresses, port, { signal, onSocket: () => {} });
}

async function exchange(
  socket: Socket,
  url: URL,
  { method, headers, body, maxResponseBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const host = normalizeHost(url.hostname);
  // The connection is closed after the response, whatever happens.
  const close = () => socket.destroy();
  signal.addEventListener('abort', close, { once: true });
  try {
    const stream =
      url.protocol === 'https:'
        ? connectTls({ socket, ...(isIP(host) ? { host } : { servername: host, host }) })
        : socket;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = requestHttp({
      method,
      host,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        host: url.host,
        'user-agent': 'Shotclock',
        connection: 'close',
        'content-length': Buffer.byteLength(body),
      },
      createConnection: () => stream,
    });
    sent.once('response', resolve).on('error', reject);
    stream.on('error', reject);
    // Without this listener, Node would destroy the socket without an error.
    sent.once('upgrade', () => reject(new Error('unexpected upgrade')));
    let interimResponses = 0;
    sent.on('information', () => {
      interimResponses += 1;
      if (interimResponses > maxInterimResponses) reject(new Error('too many interim responses'));
    });
    sent.end(body);
    const response = await rejectOnAbort(promise, signal);
    return {
      status: response.statusCode!,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await rejectOnAbort(readResponse(response, maxResponseBytes), signal),
    };
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

const refused = (reason: string) =>
  new OutboundError(
    'refused',
    `The address is refused: ${reason}. The operator can permit it with ALERT_ALLOW.`,
  );

function outboundErrorOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof EgressError) {
    const { code, reason } = error.problem;
    return code === 'refused'
      ? refused(reason)
      : new OutboundError('unreachable', `The receiver cannot be reached: ${reason}.`);
  }
  const { code } = error as { code?: string };
  // The messages of these errors can contain addresses, so only the code is shown.
  return new OutboundError(
    'unreachable',
    `The receiver cannot be reached${typeof code === 'string' ? ` (${code})` : ''}.`,
    { cause: error },
  );
}
