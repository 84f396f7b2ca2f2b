// Chooses among several hosts as libpq does with `target_session_attrs`, with two differences: an unresponsive host
// delays the next one by only 0.3 s, and the most recently used host is tried first.
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreHost } from '../split-store-url.ts';
import { openPostgresSocket } from './open-postgres-socket.ts';
import type { PostgresAddress } from './parse-postgres-url.ts';
import { PostgresConnectError } from './postgres-connect-error.ts';

const nextHostMs = 300;

/** The state of a host: the columns of `postgresStateQuery`. */
export type PostgresState = { standby: boolean; read_only: boolean };
export const postgresStateQuery =
  "select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only";

export type PostgresConnector = {
  /** Opens a connection over which the driver can log in. Rejects if no host can be used. */
  connect(): Promise<Socket>;
  /** Aborts connection attempts. */
  close(): void;
};

/**
 * @param probe runs `postgresStateQuery` on a connection that `open` opens, and then closes the connection. The state of a server is known only after the driver has logged in. Called only if the URL contains `target_session_attrs`.
 */
export function createPostgresConnector(
  address: PostgresAddress,
  probe: (open: () => Promise<Socket>) => Promise<PostgresState>,
): PostgresConnector {
  const { hosts, targetSessionAttrs, tls, connectTimeoutMs } = address;
  const closing = new AbortController();
  let current = 0;
  let search: Promise<StoreHost> | undefined;

  async function open(target: StoreHost, ...signals: AbortSignal[]): Promise<Socket> {
    const timeout = AbortSignal.timeout(connectTimeoutMs);
    try {
      return await openPostgresSocket(target, tls, AbortSignal.any([timeout, closing.signal, ...signals]));
    } catch (cause) {
      if (cause !== timeout.reason || !timeout.aborted) throw cause;
      const problem = `${describe(target)} does not respond within ${connectTimeoutMs} ms`;
      throw new PostgresConnectError('CONNECT_TIMEOUT', problem, { cause });
    }
  }

  async function findHost(target: StoreHost, signal: AbortSignal): Promise<StoreHost> {
    const { standby, read_only } = await probe(() => open(target, signal));
    if (!standby && !(read_only && targetSessionAttrs === 'read-write')) return target;
    const problem = `${describe(target)} is ${standby ? 'a standby' : 'read-only'}`;
    throw new PostgresConnectError('READ_ONLY_HOST', problem);
  }

  /** Tries the hosts until one of them succeeds. */
  async function firstOf<T>(attempt: (host: StoreHost, signal: AbortSignal) => Promise<T>): Promise<T> {
    const decided = new AbortController();
    const attempts: Promise<T>[] = [];
    for (const offset of hosts.keys()) {
      attempts.push(start(offset, attempts.at(-1)));
    }
    async function start(offset: number, previous: Promise<T> | undefined): Promise<T> {
      const { signal } = decided;
      if (previous)
        await Promise.race([previous, sleep(offset * nextHostMs, null, { signal })]).catch(ignore);
      signal.throwIfAborted();
      const index = (current + offset) % hosts.length;
      const result = await attempt(hosts[index]!, signal);
      if (signal.aborted) {
        if (isSocket(result)) result.destroy();
        signal.throwIfAborted();
      }
      current = index;
      decided.abort();
      return result;
    }
    return Promise.any(attempts).catch((error: AggregateError) => {
      throw summarize(error.errors);
    });
  }

  return {
    async connect() {
      if (targetSessionAttrs === 'any') return firstOf(open);
      search ??= firstOf(findHost).finally(() => {
        search = undefined;
      });
      return open(await search);
    },
    close: () => closing.abort(),
  };
}

/** If all hosts fail for the same reason, returns the first error. */
function summarize(errors: (Error & { code?: unknown })[]): Error {
  const [first] = errors;
  if (first && errors.every(({ code }) => code === first.code)) return first;
  const reasons = errors.map(({ message }) => message).join('; ');
  return new PostgresConnectError('NO_HOST', `no host can be used: ${reasons}`, { cause: first });
}

function describe({ host, port }: StoreHost): string {
  return `${host}:${port}`;
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}

const ignore = () => undefined;
