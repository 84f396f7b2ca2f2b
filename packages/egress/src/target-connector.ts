import type { Socket } from 'node:net';
import { connectToAddresses } from './connect-to-addresses.ts';
import { EgressError, type EgressProblemCode, type ProblemLog } from './egress-problem.ts';
import { normalizeHost } from './host-names.ts';
import { type ResolveOptions, resolveHost } from './resolve-host.ts';

export type EgressLimits = {
  /** Bytes received over all connections of the session, before decompression. */
  bytes: number;
  /** Milliseconds for name resolution and connection establishment together. */
  connectTimeoutMs: number;
};

/** The only way from a session to the network: resolves a name once, checks every address, connects to checked addresses. */
export type TargetConnector = {
  /** @throws EgressError, which is already in the log */
  connect(hostname: string, port: number): Promise<Socket>;
  bytesReceived(): number;
  close(): void;
};

const problemCodes: Record<string, EgressProblemCode> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timed_out',
};

const reasons: Partial<Record<EgressProblemCode, string>> = {
  connection_refused: 'refused the connection',
  timed_out: 'did not respond',
  unreachable: 'could not be reached',
};

export function createTargetConnector(
  options: ResolveOptions & { limits: EgressLimits; log: ProblemLog },
): TargetConnector {
  const { limits, log } = options;
  const sockets = new Set<Socket>();
  const resolutions = new Map<string, Promise<string[]>>();
  const closing = new AbortController();
  let received = 0;

  /** The first result is valid for the whole session, which prevents DNS rebinding. */
  const resolve = (host: string) => {
    const known = resolutions.get(host);
    if (known) return known;
    const addresses = options.resolve(host);
    resolutions.set(host, addresses);
    addresses.catch(() => resolutions.delete(host));
    return addresses;
  };

  const overLimit = (host: string, port: number) =>
    new EgressError({
      code: 'over_limit',
      host,
      port,
      reason: `the capture received more than ${limits.bytes} bytes`,
    });

  const trackSocket = (socket: Socket, host: string, port: number) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An earlier 'data' listener would consume bytes before the actual reader attaches.
    socket.once('resume', () =>
      socket.on('data', (chunk: Buffer) => {
        const wasWithinLimit = received <= limits.bytes;
        received += chunk.length;
        if (received <= limits.bytes) return;
        if (wasWithinLimit) log.add(overLimit(host, port).problem);
        for (const open of sockets) open.destroy();
      }),
    );
  };

  const connectToHost = async (host: string, port: number): Promise<Socket> => {
    const problem = (code: EgressProblemCode, reason: string, cause?: unknown) =>
      new EgressError({ code, host, port, reason }, { cause });
    if (received > limits.bytes) throw overLimit(host, port);
    const timeout = AbortSignal.timeout(limits.connectTimeoutMs);
    const signal = AbortSignal.any([timeout, closing.signal]);
    try {
      signal.throwIfAborted();
      const addresses = await rejectOnAbort(resolveHost(host, port, { ...options, resolve }), signal);
      return await connectToAddresses(addresses, port, {
        signal,
        onSocket: (socket) => trackSocket(socket, host, port),
      });
    } catch (error) {
      if (error instanceof EgressError) throw error;
      if (timeout.aborted)
        throw problem(
          'timed_out',
          `${host} did not respond within ${limits.connectTimeoutMs / 1000} s`,
          error,
        );
      const code = problemCodes[(error as { code?: string }).code ?? ''] ?? 'unreachable';
      throw problem(code, `${host} ${reasons[code]}`, error);
    }
  };

  return {
    async connect(hostname, port) {
      try {
        return await connectToHost(normalizeHost(hostname), port);
      } catch (error) {
        if (error instanceof EgressError) log.add(error.problem);
        throw error;
      }
    },
    bytesReceived: () => received,
    close() {
      closing.abort(new Error('the egress session was closed'));
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Rejects with the reason of `signal` as soon as it aborts: a resolver cannot be cancelled. */
async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
