// starting ──(accepts a connection)──► running ──(stop)──► fast shutdown ──(30 s)──► immediate shutdown ──► ended
//     └──(exits before)──► tried again, at most ATTEMPTS times
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { asIdentity, type Identity } from './identity.ts';
import type { ServiceLogger } from './service-logger.ts';
import { stopWithParent } from './stop-with-parent.ts';

const READY_MS = 300_000;
const FAST_SHUTDOWN_MS = 30_000;
const KEPT_LINES = 20;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
};
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export type PostmasterOptions = {
  identity: Identity;
  programs: string;
  cluster: string;
  port: number;
  durable: boolean;
  logger: ServiceLogger;
  /** Resolves when the server accepts connections, rejects while it does not yet. */
  connect: () => Promise<void>;
};

export type Postmaster = {
  pid: number;
  /** Resolves with its last words when the server has ended, for whatever reason. */
  exited: Promise<string[]>;
  /** Fast shutdown; resolves when the server has ended. */
  stop(): Promise<void>;
};

/** The server ended before it accepted connections. */
export class NotStartedError extends Error {
  override readonly name = 'NotStartedError';
  readonly lastLines: readonly string[];

  constructor(lastLines: readonly string[]) {
    super(`Postgres did not start:\n${lastLines.join('\n')}`);
    this.lastLines = lastLines;
  }
}

/**
 * Starts the server and waits until it accepts connections, a crash recovery included.
 * @throws NotStartedError with the server's last words when it ends before
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { identity, programs, cluster, port, durable, logger, connect } = options;
  const settings = { ...SETTINGS, port: String(port), ...(durable ? {} : NOT_DURABLE) };
  const command = asIdentity(identity, join(programs, 'bin', 'postgres'), [
    ...['-D', cluster],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const child = spawn(command.program, command.args, {
    ...command.options,
    // Its own process group: a Ctrl-C in the terminal must not stop the database before those who use it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLines = keepLines(child.stderr, logger);
  const ended = Promise.withResolvers<void>();
  child.once('exit', () => ended.resolve());
  await once(child, 'spawn');
  const pid = child.pid as number;
  const dismissWatcher = stopWithParent(pid);
  const state = { ended: false, stopping: false };
  const exited = ended.promise.then(() => {
    state.ended = true;
    dismissWatcher();
    if (!state.stopping)
      logger.error({ pid, code: child.exitCode, signal: child.signalCode }, 'Postgres ended');
    return lastLines;
  });

  async function stop(): Promise<void> {
    state.stopping = true;
    child.kill('SIGINT');
    const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
    await exited;
    clearTimeout(impatience);
  }

  for (const end = performance.now() + READY_MS; !state.ended; await Promise.race([exited, delay(50)])) {
    const connected = await connect().then(
      () => true,
      () => false,
    );
    if (connected) return { pid, exited, stop };
    if (performance.now() > end) await stop();
  }
  throw new NotStartedError(lastLines);
}

function keepLines(stderr: NodeJS.ReadableStream, logger: ServiceLogger): string[] {
  const kept: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => {
    logger.debug({ service: 'postgres' }, line);
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
  });
  return kept;
}
