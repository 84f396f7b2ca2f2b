// starting ──ready──► running ──exit──► waiting ──► starting …      stop() from any state ──► stopped
//    └──exit before it was ever ready──► failed: ready() rejects, and it is not started again
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, StartError, unprivilegedCommand } from '@shotclock/runtime';

export type ChildOptions = {
  name: string;
  /** The app's entry file. */
  entry: string;
  env: Record<string, string | undefined>;
  /** Answers 200 when the child is ready. */
  readyUrl: string;
  /** File descriptor that its log lines go to. */
  logFile: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs: number;
  /** Run it without root's identity where that can be had: Chromium's sandbox refuses root. */
  dropRoot?: boolean;
  logger: Logger;
};

export type SupervisedChild = {
  /** Resolves when the child is ready for the first time; rejects with a StartError when it ends before. */
  ready(): Promise<void>;
  /** Process id of the running child; undefined between two runs. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A run this long was a good one: the next pause is short again. */
const goodRunMs = 60_000;
const readyPollMs = 100;

/** Starts a child process and starts it again whenever it ends, with growing pauses, until it is stopped. */
export function superviseChild(options: ChildOptions): SupervisedChild {
  const { logger, name } = options;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let wasReady = false;
  const firstReady = Promise.withResolvers<void>();
  firstReady.promise.catch(() => {});

  async function runOnce(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const node = [process.execPath, [options.entry]] as const;
    const { command, args } = options.dropRoot
      ? await unprivilegedCommand(...node)
      : { command: node[0], args: node[1] };
    child = spawn(command, args, { env: options.env, stdio: ['ignore', options.logFile, 'inherit', 'ipc'] });
    const ended = new AbortController();
    void becomesReady(options.readyUrl, ended.signal).then((ready) => {
      if (!ready) return;
      wasReady = true;
      firstReady.resolve();
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    ended.abort();
    child = undefined;
    return { code, signal };
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const { code, signal } = await runOnce();
      if (stopping.signal.aborted) return;
      if (!wasReady) {
        // It has said why by itself.
        return firstReady.reject(
          new StartError(`${name} could not start (${signal ?? `exit code ${code}`})`),
        );
      }
      if (performance.now() - startedAt > goodRunMs) pauseMs = firstPauseMs;
      logger.warn({ child: name, code, signal, pauseMs }, 'child ended; starting it again');
      await pause(pauseMs, stopping.signal);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }

  const running = keepRunning();
  return {
    ready: () => firstReady.promise,
    pid: () => child?.pid,
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const kill = setTimeout(() => child?.kill('SIGKILL'), options.graceMs);
      await running;
      clearTimeout(kill);
    },
  };
}

async function becomesReady(url: string, ended: AbortSignal): Promise<boolean> {
  while (!ended.aborted) {
    const answer = await fetch(url, { signal: ended }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return true;
    await pause(readyPollMs, ended);
  }
  return false;
}

/** Ends early, and quietly, when `signal` aborts. */
const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);
