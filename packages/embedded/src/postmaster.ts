// starting ──(accepts a connection)──► running ──(stop)──► fast shutdown ──(30 s)──► immediate shutdown ──► exited
//     └──(exits before)──► startPostmaster rejects; startEmbeddedPostgres retries
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { commandAs, type Identity } from './identity.ts';
import type { PostgresLogger } from './postgres-logger.ts';
import { stopWithParent } from './stop-with-parent.ts';

/** This is long, because crash recovery can take minutes. */
const startTimeoutMs = 300_000;
const fastShutdownMs = 30_000;
const keptLines = 20;

/**
 * None of these settings affects the speed of statements, so Postgres performs like any server with default settings. The
 * connection limit is high enough for all apps, or all test files.
 */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
const notDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export type PostmasterOptions = {
  identity: Identity;
  /** The folder of the Postgres programs. */
  programs: string;
  /** The Postgres data directory. */
  cluster: string;
  port: number;
  durable: boolean;
  logger: PostgresLogger;
  /** Resolves if the server accepts connections; otherwise rejects. */
  connect: () => Promise<void>;
};

export type Postmaster = {
  pid: number;
  /** Resolves with the last lines of the server's log once the server has exited, for any reason. */
  exited: Promise<string[]>;
  /** Starts a fast shutdown. Resolves when the server has exited. */
  stop(): Promise<void>;
};

/** The server exited before it accepted connections. */
export class NotStartedError extends Error {
  override readonly name = 'NotStartedError';
  readonly lastLines: readonly string[];

  constructor(lastLines: readonly string[]) {
    super(`Postgres did not start:\n${lastLines.join('\n')}`);
    this.lastLines = lastLines;
  }
}

/**
 * Starts the server, and waits for crash recovery and until the server accepts connections.
 * @throws NotStartedError with the last lines of the server's log if the server exits before that
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { identity, programs, cluster, port, durable, logger, connect } = options;
  const settings = { ...serverSettings, port: String(port), ...(durable ? {} : notDurableSettings) };
  const command = commandAs(identity, join(programs, 'bin', 'postgres'), [
    ...['-D', cluster],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const child = spawn(command.program, command.args, {
    ...command.options,
    // Runs in its own process group, so that Ctrl-C in the terminal does not stop the database before the processes that
    // use it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLines = keepLastLines(child.stderr, logger);
  const childExited = Promise.withResolvers<void>();
  child.once('exit', () => childExited.resolve());
  await once(child, 'spawn');
  const pid = child.pid as number;
  const stopWatcher = stopWithParent(pid);
  const state = { exited: false, stopping: false };
  const exited = childExited.promise.then(() => {
    state.exited = true;
    stopWatcher();
    if (!state.stopping)
      logger.error(
        { postgresPid: pid, code: child.exitCode, signal: child.signalCode },
        'Postgres exited unexpectedly',
      );
    return lastLines;
  });

  async function stop(): Promise<void> {
    state.stopping = true;
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs);
    await exited;
    clearTimeout(timer);
  }

  const giveUpAt = performance.now() + startTimeoutMs;
  for (; !state.exited; await Promise.race([exited, delay(50)])) {
    const connected = await connect().then(
      () => true,
      () => false,
    );
    if (connected) return { pid, exited, stop };
    if (performance.now() > giveUpAt) await stop();
  }
  throw new NotStartedError(lastLines);
}

/** Forwards the server's log to the logger. Returns an array that always contains the last lines. */
function keepLastLines(stderr: NodeJS.ReadableStream, logger: PostgresLogger): string[] {
  const kept: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => {
    logger.debug({ service: 'postgres' }, line);
    kept.push(line);
    if (kept.length > keptLines) kept.shift();
  });
  return kept;
}
