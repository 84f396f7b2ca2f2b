// starting ──ready──► running ──exit──► waiting ──► starting …      stop() in any state ──► stopped
//    └──exit before it was ready for the first time──► failed: ready() rejects and the child is not restarted
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, StartError } from '@shotclock/runtime';

export type ChildOptions = {
  name: string;
  /** The app's entry file. */
  entry: string;
  /** Node.js options for the child, for example `--inspect`. */
  nodeOptions: readonly string[];
  env: Record<string, string | undefined>;
  /** URL that returns 200 when the child is ready. */
  readyUrl: string;
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs: number;
  logger: Logger;
};

export type SupervisedChild = {
  /** Resolves when the child is ready for the first time; rejects with a StartError if it exits before that. */
  ready(): Promise<void>;
  /** Process ID of the running child; undefined between two runs. */
  pid(): number | undefined;
  /** Stops the running child and starts it again immediately. */
  restart(): void;
  stop(): Promise<void>;
};

const firstPauseMs = 500;
const maxPauseMs = 30_000;
/** After a run that lasted this long, the pause is reset to `firstPauseMs`. */
const stableRunMs = 60_000;
const readyPollMs = 100;

/** Starts a child process and restarts it after increasing pauses whenever it exits, until `stop` is called. */
export function superviseChild(options: ChildOptions): SupervisedChild {
  const { logger, name } = options;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let wasReady = false;
  /** Aborts the pause that follows the current run. */
  let skipPause = new AbortController();
  const firstReady = Promise.withResolvers<void>();
  firstReady.promise.catch(() => {});

  async function runOnce(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    child = spawn(process.execPath, [...options.nodeOptions, options.entry], {
      env: options.env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const exited = new AbortController();
    void waitUntilReady(options.readyUrl, exited.signal).then((isReady) => {
      if (!isReady) return;
      wasReady = true;
      firstReady.resolve();
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    exited.abort();
    child = undefined;
    return { code, signal };
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      skipPause = new AbortController();
      const startedAt = performance.now();
      const { code, signal } = await runOnce();
      if (stopping.signal.aborted) return;
      if (!wasReady) {
        // The child has already printed the reason.
        const reason = signal ?? `exit code ${code}`;
        return firstReady.reject(new StartError(`${name} could not start (${reason})`));
      }
      if (performance.now() - startedAt > stableRunMs || skipPause.signal.aborted) pauseMs = firstPauseMs;
      if (skipPause.signal.aborted) continue;
      logger.warn({ child: name, code, signal, pauseMs }, 'child exited; restarting it');
      await pause(pauseMs, AbortSignal.any([stopping.signal, skipPause.signal]));
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    }
  }

  /** Sends SIGTERM, and SIGKILL if the child is still running after `graceMs`. */
  function terminate(): void {
    const terminated = child;
    if (!terminated) return;
    const kill = setTimeout(() => terminated.kill('SIGKILL'), options.graceMs);
    terminated.once('exit', () => clearTimeout(kill));
    terminated.kill('SIGTERM');
  }

  const running = keepRunning();
  return {
    ready: () => firstReady.promise,
    pid: () => child?.pid,
    restart() {
      skipPause.abort();
      terminate();
    },
    async stop() {
      stopping.abort();
      terminate();
      await running;
    },
  };
}

async function waitUntilReady(url: string, exited: AbortSignal): Promise<boolean> {
  while (!exited.aborted) {
    const response = await fetch(url, { signal: exited }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return true;
    await pause(readyPollMs, exited);
  }
  return false;
}

/** Resolves after `ms`, or when `signal` aborts. */
const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);
