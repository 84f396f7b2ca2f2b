import type { Socket } from 'node:net';
import { connectTo } from './connect-to.ts';
import { EgressError, type EgressProblemCode, type ProblemLog } from './egress-problem.ts';
import { plainHost } from './host-name.ts';
import { type ResolveOptions, resolveHost } from './resolve-host.ts';

export type EgressLimits = {
  /** Bytes received over all connections of the session, as they come over the wire. */
  bytes: number;
  /** Milliseconds for the look-up and the connection together. */
  connectTimeoutMs: number;
};

/** The only way from a session to the network: resolve once, check every answer, dial what was checked. */
export type Dialler = {
  /** @throws EgressError, already in the log */
  dial(hostname: string, port: number): Promise<Socket>;
  bytesReceived(): number;
  close(): void;
};

const codes: Record<string, EgressProblemCode> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timed_out',
};

export function openDialler(options: ResolveOptions & { limits: EgressLimits; log: ProblemLog }): Dialler {
  const { limits, log } = options;
  const sockets = new Set<Socket>();
  const resolved = new Map<string, Promise<string[]>>();
  const closing = new AbortController();
  let received = 0;

  /** The first answer holds for the whole session, so a name cannot change its mind under a page. */
  const resolve = (host: string) => {
    const known = resolved.get(host);
    if (known) return known;
    const answer = options.resolve(host);
    resolved.set(host, answer);
    answer.catch(() => resolved.delete(host));
    return answer;
  };

  const overLimit = (host: string, port: number) =>
    new EgressError({
      code: 'over_limit',
      host,
      port,
      reason: `the capture received more than ${limits.bytes} bytes`,
    });

  const track = (socket: Socket, host: string, port: number) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Counting starts when someone reads: an earlier listener would take bytes from under the reader.
    socket.once('resume', () =>
      socket.on('data', (chunk: Buffer) => {
        const within = received <= limits.bytes;
        received += chunk.length;
        if (received <= limits.bytes) return;
        if (within) log.add(overLimit(host, port).problem);
        for (const open of sockets) open.destroy();
      }),
    );
  };

  const attempt = async (host: string, port: number): Promise<Socket> => {
    const problem = (code: EgressProblemCode, reason: string, cause?: unknown) =>
      new EgressError({ code, host, port, reason }, { cause });
    if (received > limits.bytes) throw overLimit(host, port);
    const timeout = AbortSignal.timeout(limits.connectTimeoutMs);
    const signal = AbortSignal.any([timeout, closing.signal]);
    try {
      signal.throwIfAborted();
      const addresses = await rejectOnAbort(resolveHost(host, port, { ...options, resolve }), signal);
      return await connectTo(addresses, port, {
        signal,
        opened: (socket) => track(socket, host, port),
      });
    } catch (error) {
      if (error instanceof EgressError) throw error;
      if (timeout.aborted)
        throw problem(
          'timed_out',
          `${host} did not answer within ${limits.connectTimeoutMs / 1000} s`,
          error,
        );
      const code = codes[(error as { code?: string }).code ?? ''] ?? 'unreachable';
      throw problem(code, `${host} ${sentences[code]}`, error);
    }
  };

  return {
    async dial(hostname, port) {
      try {
        return await attempt(plainHost(hostname), port);
      } catch (error) {
        if (error instanceof EgressError) log.add(error.problem);
        throw error;
      }
    },
    bytesReceived: () => received,
    close() {
      closing.abort(new Error('the session was closed'));
      for (const socket of sockets) socket.destroy();
    },
  };
}

const sentences: Partial<Record<EgressProblemCode, string>> = {
  connection_refused: 'refused the connection',
  timed_out: 'did not answer',
  unreachable: 'could not be reached',
};

/** Rejects with the reason of `signal` as soon as it aborts: a resolver cannot be cancelled. */
async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
