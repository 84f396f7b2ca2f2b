import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { rejectOnAbort } from '@shotclock/runtime';
import type { HostFilter } from '../blocking/host-filter.ts';
import type { EgressLimits } from '../egress-limits.ts';
import {
  BlockedError,
  EgressError,
  type EgressProblemCode,
  type EgressRule,
  type ProblemLog,
} from '../egress-problem.ts';
import type { Resolve } from '../names/name-resolver.ts';
import { type AddressRules, resolveHost } from '../names/resolve-host.ts';
import { createSessionNames } from '../names/session-names.ts';
import { normalizeHost } from '../policy/host-names.ts';
import { portOf } from '../policy/url-policy.ts';
import { createAddressPins } from './address-pins.ts';
import { connectToAddresses } from './connect-to-addresses.ts';
import type { SessionSlots } from './shared-slots.ts';

/**
 * A session's only access to the network: resolves each name once, checks every address, and connects only to checked
 * addresses.
 */
export type TargetConnector = {
  /** @throws EgressError, which has already been logged, or BlockedError */
  connect(hostname: string, port: number): Promise<Socket>;
  /** Counts the data of `source`, which the caller pipes to a target at `url`. Call it when the caller starts to read. */
  countSent(source: Readable, url: URL): void;
  bytesReceived(): number;
  close(): void;
};

export type TargetConnectorOptions = AddressRules & {
  resolve: Resolve;
  limits: EgressLimits;
  /** Without a filter, no host is blocked. */
  filter?: HostFilter;
  /** The session's share of the process's connections. */
  slots: SessionSlots;
  log: ProblemLog;
  /** Called for each refused connection, including an open connection that exceeds the byte limit. */
  onRefused: (rule: EgressRule) => void;
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

/** Errors that the worker causes, not the target. */
const tooManyFiles = ['EMFILE', 'ENFILE'];

export function createTargetConnector(options: TargetConnectorOptions): TargetConnector {
  const { limits, log, slots, filter, onRefused } = options;
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  const pins = createAddressPins();
  let [connections, received, sent] = [0, 0, 0];

  const overLimit = (rule: EgressRule, reason: string) => (host: string, port: number) =>
    new EgressError({ code: 'over_limit', host, port, reason }, { rule });
  const tooMuchReceived = overLimit('received_bytes', `the capture received more than ${limits.bytes} bytes`);
  const tooMuchSent = overLimit('sent_bytes', `the capture sent more than ${limits.bytesSent} bytes`);
  const tooManyConnections = overLimit(
    'connections',
    `the capture opened more than ${limits.connections} connections`,
  );
  const slotErrors = {
    session_limit: overLimit(
      'open_connections',
      `the capture has ${limits.openConnections} open connections`,
    ),
    process_limit: overLimit('process_connections', 'the worker has too many open connections'),
  };
  const names = createSessionNames({
    resolve: options.resolve,
    maxNames: limits.names,
    overLimit: overLimit('names', `the capture used more than ${limits.names} names`),
    lookupSignal: () => AbortSignal.any([AbortSignal.timeout(limits.connectTimeoutMs), closing.signal]),
  });

  const record = ({ problem, rule }: EgressError) => {
    log.add(problem);
    if (rule) onRefused(rule);
  };

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const trackSocket = (socket: Socket, host: string, port: number) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An earlier 'data' listener would consume bytes before the actual reader is attached.
    socket.once('resume', () =>
      socket.on('data', (chunk: Buffer) => {
        const wasWithinLimit = received <= limits.bytes;
        received += chunk.length;
        if (received <= limits.bytes) return;
        if (wasWithinLimit) record(tooMuchReceived(host, port));
        destroyAll();
      }),
    );
  };

  /**
   * With Happy Eyeballs, concurrent connections may use different addresses. If the pin excludes the address of a
   * connection, the connection is retried at the pinned address.
   */
  const connectToHost = async (host: string, port: number, signal: AbortSignal): Promise<Socket> => {
    signal.throwIfAborted();
    const resolve = () => names.resolve(host, port);
    const addresses = await rejectOnAbort(resolveHost(host, port, { ...options, resolve }), signal);
    for (;;) {
      const socket = await connectToAddresses(pins.usable(host, port, addresses), port, {
        signal,
        onSocket: (created) => trackSocket(created, host, port),
      });
      const { remoteAddress } = socket;
      if (remoteAddress === undefined) throw new Error(`${host} closed the connection immediately`);
      if (pins.accept(host, port, addresses, remoteAddress)) return socket;
      socket.destroy();
    }
  };

  const connectWithinLimits = async (host: string, port: number): Promise<Socket> => {
    // Blocked hosts do not count toward any limit.
    if (filter && (await filter.block(host)) !== null) throw new BlockedError(`${host} is blocked`);
    if (received > limits.bytes) throw tooMuchReceived(host, port);
    if (sent > limits.bytesSent) throw tooMuchSent(host, port);
    if (connections >= limits.connections) throw tooManyConnections(host, port);
    const slot = slots.tryTake();
    if (slot !== 'taken') throw slotErrors[slot](host, port);
    connections += 1;
    const timeout = AbortSignal.timeout(limits.connectTimeoutMs);
    try {
      const socket = await connectToHost(host, port, AbortSignal.any([timeout, closing.signal]));
      if (socket.closed) slots.release();
      else socket.once('close', slots.release);
      return socket;
    } catch (error) {
      slots.release();
      if (error instanceof EgressError) throw error;
      const problem = (code: EgressProblemCode, reason: string) =>
        new EgressError({ code, host, port, reason }, { cause: error });
      if (timeout.aborted)
        throw problem('timed_out', `${host} did not respond within ${limits.connectTimeoutMs / 1000} s`);
      const { code: systemCode = '' } = error as { code?: string };
      const code = problemCodes[systemCode] ?? 'unreachable';
      const cause = tooManyFiles.includes(systemCode) ? ', because the worker has too many open files' : '';
      throw problem(code, `${host} ${reasons[code]}${cause}`);
    }
  };

  return {
    async connect(hostname, port) {
      try {
        return await connectWithinLimits(normalizeHost(hostname), port);
      } catch (error) {
        if (error instanceof EgressError) record(error);
        throw error;
      }
    },
    countSent(source, url) {
      source.on('data', (chunk: Buffer) => {
        const wasWithinLimit = sent <= limits.bytesSent;
        sent += chunk.length;
        if (sent <= limits.bytesSent) return;
        if (wasWithinLimit) record(tooMuchSent(normalizeHost(url.hostname), portOf(url)));
        destroyAll();
      });
    },
    bytesReceived: () => received,
    close() {
      closing.abort(new Error('the egress session was closed'));
      destroyAll();
    },
  };
}
