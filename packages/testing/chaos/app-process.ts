// stopped ──start──► starting ──(logs that it runs)──► running ──(ends)──► waiting ──► starting …
//    ▲                                                                        └─ a random delay, as after a crash
//    └── stop, from any state
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '../src/eventually.ts';
import type { Random } from './random.ts';

export type AppName = 'api' | 'scheduler' | 'worker';
export type Env = Record<string, string>;
/** How one run of the process ended, and when it started and ended. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null; startedAt: number; at: number };
/** A log line. If the line is not JSON, only `msg` is set. */
export type LogLine = { msg: string; [name: string]: unknown };

export type AppProcess = {
  app: AppName;
  /** For example `worker-2`; this is also the application name of the process's Postgres connections. */
  name: string;
  /** The origin of the URLs of an API process; meaningless for other apps. */
  origin(): string;
  /** Undefined while the process is not running. */
  pid(): number | undefined;
  /** Start time of the current run. */
  startedAt(): number;
  /** How earlier runs ended. */
  readonly exits: readonly Exit[];
  /** The last 5,000 log lines, across all runs. */
  readonly lines: readonly LogLine[];
  /** Starts the process and waits until it is running. The settings also apply to later restarts. */
  start(env?: Env): Promise<void>;
  /** Resolves once the process is running, which may be immediately or after its next start. */
  running(): Promise<void>;
  /** Whether its readiness endpoint returns 200. */
  ready(): Promise<boolean>;
  /** Sends the signal and waits until the process exits. The process is restarted automatically. */
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  /** Like `kill`, but the process is not restarted. */
  stop(signal?: NodeJS.Signals): Promise<Exit | undefined>;
  pause(): void;
  resume(): void;
};

const startedMessage = {
  api: 'api is listening',
  scheduler: 'scheduler is running',
  worker: 'worker is running',
} as const;
const startMs = 120_000;
const keptLines = 5_000;
const maxPauseMs = 500;

/**
 * Creates a supervised app process without starting it. The process is restarted whenever it exits, except after `stop`.
 */
export function createAppProcess(options: {
  app: AppName;
  name: string;
  env: Env;
  /** Modules to load before the app. */
  preload: readonly string[];
  random: Random;
}): AppProcess {
  const { app, name, random } = options;
  const entry = fileURLToPath(new URL(`../../../apps/${app}/src/main.ts`, import.meta.url));
  const exits: Exit[] = [];
  const lines: LogLine[] = [];
  let env = options.env;
  let wanted = false;
  let child: ChildProcess | undefined;
  let startedAt = 0;
  let runs = false;
  let healthUrl: string | undefined;
  let supervising: Promise<void> | undefined;

  const origin = () => `http://127.0.0.1:${env.PORT}`;

  function readLogLine(text: string): void {
    const line = parse(text);
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    if (line.msg !== startedMessage[app]) return;
    runs = true;
    healthUrl = app === 'api' ? origin() : `http://127.0.0.1:${line.healthPort}`;
  }

  async function runOnce(): Promise<void> {
    const imports = options.preload.flatMap((module) => ['--import', module]);
    // As under the supervisor of standalone, the app exits when its IPC channel closes.
    const running = spawn(process.execPath, [...imports, entry], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = running;
    startedAt = Date.now();
    for (const stream of [running.stdout!, running.stderr!]) createInterface(stream).on('line', readLogLine);
    const [code, signal] = (await once(running, 'exit')) as [number | null, NodeJS.Signals | null];
    runs = false;
    child = undefined;
    exits.push({ code, signal, startedAt, at: Date.now() });
  }

  async function supervise(): Promise<void> {
    while (wanted) {
      await runOnce();
      if (wanted) await delay(random.integer(0, maxPauseMs));
    }
  }

  const tail = () =>
    lines
      .slice(-20)
      .map((line) => JSON.stringify(line))
      .join('\n');
  const running = async () => {
    await eventually(() => runs, { timeoutMs: startMs, what: `${name} to run` }).catch((error: Error) => {
      throw new Error(`${error.message}\n${tail()}`);
    });
  };
  const ended = async (signal: NodeJS.Signals): Promise<Exit> => {
    const [before, running] = [exits.length, child];
    running?.kill(signal);
    // A suspended process handles no signal except SIGKILL until it continues.
    if (signal !== 'SIGKILL') running?.kill('SIGCONT');
    await eventually(() => exits.length > before, { timeoutMs: startMs, what: `${name} to end` });
    return exits[before]!;
  };

  return {
    app,
    name,
    exits,
    lines,
    origin,
    startedAt: () => startedAt,
    pid: () => child?.pid,
    async start(more = {}) {
      env = { ...env, ...more };
      wanted = true;
      supervising ??= supervise().finally(() => {
        supervising = undefined;
      });
      await running();
    },
    running,
    async ready() {
      if (!runs || healthUrl === undefined) return false;
      const response = await fetch(`${healthUrl}/health/ready`).catch(() => undefined);
      await response?.body?.cancel();
      return response?.ok ?? false;
    },
    async kill(signal = 'SIGKILL') {
      await eventually(() => child, { what: `${name} to be started` });
      return ended(signal);
    },
    async stop(signal = 'SIGTERM') {
      wanted = false;
      const exit = child && (await ended(signal));
      await supervising;
      return exit;
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

function parse(text: string): LogLine {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null && 'msg' in line ? (line as LogLine) : { msg: text };
  } catch {
    return { msg: text };
  }
}
