// running ──(signal, fault, parent gone, stop)──► stopping: releases run one by one, last registered first ──► exit
//                                                     └──(second signal, or the grace time is over)──► exit at once
import type { Logger } from './logger.ts';
import { startErrorText } from './start-error.ts';
import { TimeoutError, withTimeout } from './timing/with-timeout.ts';

/** npx and pnpm forward a signal that the terminal has already sent to everyone: an echo is no second wish. */
const ECHO_MS = 500;
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

type Signal = keyof typeof SIGNAL_EXIT_CODES;

export type Lifecycle = {
  /** Aborts when stopping begins. */
  readonly signal: AbortSignal;
  /** Registers what undoes a start; registered while stopping, it still runs. Faults of it are logged, not thrown. */
  onRelease(name: string, release: () => Promise<void> | void): void;
  /** Releases everything and ends the process. A later call changes nothing but a 0 into a failing exit code. */
  stop(reason: string, exitCode?: number): Promise<never>;
  /**
   * Prints why the start failed (see `failStart`), releases what was started so far and ends with exit code 1. A start that
   * breaks off because stopping has begun changes nothing.
   */
  fail(error: unknown): Promise<never>;
};

/**
 * Ties the process to its ends: SIGTERM and SIGINT, faults that nobody caught, and, for a supervised child (one with
 * an IPC channel), the end of its parent. `graceMs` bounds all releases together. One a process.
 */
export function createLifecycle({ logger, graceMs }: { logger: Logger; graceMs: number }): Lifecycle {
  const controller = new AbortController();
  const releases: { name: string; release: () => Promise<void> | void }[] = [];
  const supervised = process.send !== undefined;
  let stopped: Promise<never> | undefined;
  let exitCode = 0;
  let current: string | undefined;
  let firstSignalAt: number | undefined;

  async function releaseAll(): Promise<void> {
    for (let next = releases.pop(); next !== undefined; next = releases.pop()) {
      current = next.name;
      try {
        logger.debug({ release: next.name }, 'releasing');
        await next.release();
      } catch (err) {
        logger.error({ err, release: next.name }, 'release failed');
      }
    }
  }

  async function stopOnce(reason: string): Promise<never> {
    logger.info({ reason }, 'stopping');
    controller.abort(new Error(`stopping: ${reason}`));
    try {
      await withTimeout(releaseAll(), graceMs);
      logger.info({ exitCode }, 'stopped');
    } catch (err) {
      if (!(err instanceof TimeoutError)) throw err;
      exitCode ||= 1;
      logger.error(
        { graceMs, release: current, unreleased: releases.map(({ name }) => name) },
        'not stopped in time',
      );
    }
    process.exit(exitCode);
  }

  function stop(reason: string, code = 0): Promise<never> {
    exitCode ||= code;
    stopped ??= stopOnce(reason);
    return stopped;
  }

  function onSignal(signal: Signal): void {
    // Ctrl-C reaches the whole process group: a supervised child leaves the order of stopping to its parent.
    if (supervised && signal === 'SIGINT') return;
    if (firstSignalAt === undefined) {
      firstSignalAt = performance.now();
      void stop(signal);
    } else if (performance.now() - firstSignalAt > ECHO_MS) {
      logger.warn({ signal }, 'forced to end');
      process.exit(SIGNAL_EXIT_CODES[signal]);
    }
  }

  function onFault(err: unknown, kind: string): void {
    logger.fatal({ err }, kind);
    void stop(kind, 1);
  }

  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
  process.on('uncaughtException', (error) => onFault(error, 'uncaught exception'));
  process.on('unhandledRejection', (reason) => onFault(reason, 'unhandled rejection'));
  if (supervised && !process.connected) void stop('parent is gone');
  else if (supervised) process.once('disconnect', () => void stop('parent is gone'));

  return {
    signal: controller.signal,
    onRelease: (name, release) => void releases.push({ name, release }),
    stop,
    fail: (error) => {
      if (stopped) {
        logger.debug({ err: error }, 'the start was called off');
        return stopped;
      }
      process.stderr.write(startErrorText(error));
      return stop('start failed', 1);
    },
  };
}
