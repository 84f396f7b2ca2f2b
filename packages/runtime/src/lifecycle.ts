// running ──(signal, uncaught error, parent exited, stop)──► stopping: shutdown hooks, last registered first ──► exit
//                                                                └──(second signal, or grace period over)──► exit at once
import type { Logger } from './logger.ts';
import { startErrorText } from './start-error.ts';
import { TimeoutError, withTimeout } from './timing/with-timeout.ts';

/**
 * A second signal within this time is ignored: npx and pnpm forward a signal that the terminal has already sent to the
 * whole process group.
 */
const forwardedSignalMs = 500;
const signalExitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

type Signal = keyof typeof signalExitCodes;

export type Lifecycle = {
  /** Aborts when the process begins to stop. */
  readonly signal: AbortSignal;
  /** Aborts on an uncaught error, just before the process begins to stop. The state of the process is then unknown. */
  readonly crashed: AbortSignal;
  /**
   * Registers a hook that closes what was just started. Hooks run one by one, last registered first; a hook that is
   * registered while the process stops runs too. An error of a hook is logged and does not stop the others.
   */
  onShutdown(name: string, hook: () => Promise<void> | void): void;
  /**
   * Runs the shutdown hooks and exits. Only the first call has an effect, except that a later call can change exit code 0
   * to a failing one.
   */
  stop(reason: string, exitCode?: number): Promise<never>;
  /**
   * Prints why the start failed (see `failStart`), runs the shutdown hooks registered so far and exits with code 1. While
   * the process is stopping, an error of the interrupted start is only logged.
   */
  fail(error: unknown): Promise<never>;
};

/**
 * Stops the process in order on SIGTERM, SIGINT and uncaught errors, and, when it has an IPC channel, when its parent exits.
 * `graceMs` limits all shutdown hooks together. Create one lifecycle for each process.
 */
export function createLifecycle({ logger, graceMs }: { logger: Logger; graceMs: number }): Lifecycle {
  const controller = new AbortController();
  const crash = new AbortController();
  const hooks: { name: string; hook: () => Promise<void> | void }[] = [];
  const hasParent = process.send !== undefined;
  let stopped: Promise<never> | undefined;
  let exitCode = 0;
  let current: string | undefined;
  let firstSignalAt: number | undefined;

  async function runHooks(): Promise<void> {
    for (let next = hooks.pop(); next !== undefined; next = hooks.pop()) {
      current = next.name;
      try {
        logger.debug({ hook: next.name }, 'running shutdown hook');
        await next.hook();
      } catch (err) {
        logger.error({ err, hook: next.name }, 'shutdown hook failed');
      }
    }
  }

  async function stopOnce(reason: string): Promise<never> {
    logger.info({ reason }, 'stopping');
    controller.abort(new Error(`stopping: ${reason}`));
    try {
      await withTimeout(runHooks(), graceMs);
      logger.info({ exitCode }, 'stopped');
    } catch (err) {
      if (!(err instanceof TimeoutError)) throw err;
      exitCode ||= 1;
      const pending = hooks.map(({ name }) => name);
      logger.error({ graceMs, hook: current, pending }, 'grace period exceeded; exiting');
    }
    process.exit(exitCode);
  }

  function stop(reason: string, code = 0): Promise<never> {
    exitCode ||= code;
    stopped ??= stopOnce(reason);
    return stopped;
  }

  function onSignal(signal: Signal): void {
    // Ctrl-C reaches the whole process group. A child waits until its parent stops it, in the parent's order.
    if (hasParent && signal === 'SIGINT') return;
    if (firstSignalAt === undefined) {
      firstSignalAt = performance.now();
      void stop(signal);
    } else if (performance.now() - firstSignalAt > forwardedSignalMs) {
      logger.warn({ signal }, 'second signal received; exiting at once');
      process.exit(signalExitCodes[signal]);
    }
  }

  function onUncaught(err: unknown, kind: string): void {
    logger.fatal({ err }, kind);
    crash.abort(new Error(kind, { cause: err }));
    void stop(kind, 1);
  }

  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
  process.on('uncaughtException', (error) => onUncaught(error, 'uncaught exception'));
  process.on('unhandledRejection', (reason) => onUncaught(reason, 'unhandled rejection'));
  if (hasParent && !process.connected) void stop('parent process exited');
  else if (hasParent) process.once('disconnect', () => void stop('parent process exited'));

  return {
    signal: controller.signal,
    crashed: crash.signal,
    onShutdown: (name, hook) => void hooks.push({ name, hook }),
    stop,
    fail: (error) => {
      if (stopped) {
        logger.debug({ err: error }, 'start interrupted');
        return stopped;
      }
      process.stderr.write(startErrorText(error));
      return stop('start failed', 1);
    },
  };
}
