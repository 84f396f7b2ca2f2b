// stopped ──start──► starting ──(says that it runs)──► running ──(ends)──► waiting ──► starting …
//    ▲                                                                        └─ a random pause, as after a crash
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
/** How one run of the process ended, from when to when it was. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null; startedAt: number; at: number };
/** A line of its log; a line that is no JSON has only `msg`. */
export type LogLine = { msg: string; [name: string]: unknown };

export type AppProcess = {
  app: AppName;
  /** `worker-2`; the name of its connections to Postgres, too. */
  name: string;
  /** Of an API: where it listens. */
  origin(): string;
  /** Undefined between two runs. */
  pid(): number | undefined;
  /** When the run that goes on began. */
  startedAt(): number;
  /** How its runs ended so far. */
  readonly exits: readonly Exit[];
  /** What it logged, of all its runs; the newest 5,000 lines. */
  readonly lines: readonly LogLine[];
  /** Starts it, with these settings from now on, and waits until it runs. */
  start(env?: Env): Promise<void>;
  /** Resolves when it runs, now or after its next start. */
  running(): Promise<void>;
  /** Whether it answers that it is ready. */
  ready(): Promise<boolean>;
  /** Sends the signal to the process that runs, and waits for its end. It is started again by itself. */
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  /** As `kill`, but it stays down. */
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
const longestPauseMs = 500;

/** A process of an app, which is started again whenever it ends by anything but `stop`. It does not run yet. */
export function createAppProcess(options: {
  app: AppName;
  name: string;
  env: Env;
  /** Modules that are loaded before the app. */
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

  function hear(text: string): void {
    const line = parse(text);
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    if (line.msg !== startedMessage[app]) return;
    runs = true;
    healthUrl = app === 'api' ? origin() : `http://127.0.0.1:${line.healthPort}`;
  }

  async function runOnce(): Promise<void> {
    const imports = options.preload.flatMap((module) => ['--import', module]);
    // With a channel, as the product's own supervisor does: it ends when this process ends.
    const running = spawn(process.execPath, [...imports, entry], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = running;
    startedAt = Date.now();
    for (const stream of [running.stdout!, running.stderr!]) createInterface(stream).on('line', hear);
    const [code, signal] = (await once(running, 'exit')) as [number | null, NodeJS.Signals | null];
    runs = false;
    child = undefined;
    exits.push({ code, signal, startedAt, at: Date.now() });
  }

  async function supervise(): Promise<void> {
    while (wanted) {
      await runOnce();
      if (wanted) await delay(random.integer(0, longestPauseMs));
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
    // A stopped process hears nothing but SIGKILL until it goes on.
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
      const answer = await fetch(`${healthUrl}/health/ready`).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.ok ?? false;
    },
    async kill(signal = 'SIGKILL') {
      await eventually(() => child, { what: `${name} to have been started` });
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
