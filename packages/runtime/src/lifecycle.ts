// running ──(signal)──► draining ──(delay passed)──► stopping: shutdown hooks, last registered first ──► exit
//    └──(uncaught error, parent exited, stop)───────────►┘└──(second signal, or grace period over)──► exit at once
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logger.ts';
import { startErrorText } from './start-error.ts';
import { TimeoutError, withTimeout } from './timing/with-timeout.ts';

/**
 * A second signal within this time is ignored, because npx and pnpm forward a signal that the terminal has already sent
 * to the whole process group.
 */
const forwardedSignalMs = 500;
const signalExitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

type Signal = keyof typeof signalExitCodes;

export type Lifecycle = {
  /** Aborts when the process begins to drain. While it drains, it works normally but reports that it is not ready. */
  readonly draining: AbortSignal;
  /** Aborts when the process begins to stop, after it has drained. */
  readonly signal: AbortSignal;
  /**
   * Aborts on an uncaught error, just before the process begins to stop. From then on, the state of the process is
   * unknown.
   */
  readonly crashed: AbortSignal;
  /**
   * Registers a hook that closes a resource that was just opened. Hooks run one at a time, last registered first,
   * including hooks that are registered while the process is stopping. An error in a hook is logged and does not prevent
   * the others from running.
   */
  onShutdown(name: string, hook: () => Promise<void> | void): void;
  /**
   * Runs the shutdown hooks and exits. Only the first call has an effect, except that a later call can replace exit code
   * 0 with a failure code.
   */
  stop(reason: string, exitCode?: number): Promise<never>;
  /**
   * Prints why startup failed (see `failStart`), runs the shutdown hooks registered so far, and exits with code 1. If
   * the process is already stopping, the error that interrupted startup is only logged.
   */
  fail(error: unknown): Promise<never>;
};

/**
 * Shuts the process down cleanly on SIGTERM, SIGINT and uncaught errors and, if it has an IPC channel, when its parent
 * exits. Create one lifecycle per process.
 * @param options.graceMs time limit for all shutdown hooks together
 * @param options.delayMs time between a signal and the first shutdown hook; 0 by default
 */
export function createLifecycle(options: { logger: Logger; graceMs: number; delayMs?: number }): Lifecycle {
  const { logger, graceMs, delayMs = 0 } = options;
  const draining = new AbortController();
  const controller = new AbortController();
  const crash = new AbortController();
  /** Ends the delay. */
  const hurry = new AbortController();
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

  /** Returns immediately if the process must stop for another reason. */
  async function drain(reason: string): Promise<void> {
    logger.info({ reason, delayMs }, 'draining: no longer ready');
    draining.abort(new Error(`draining: ${reason}`));
    await delay(delayMs, undefined, { signal: hurry.signal }).catch(() => undefined);
  }

  async function stopOnce(reason: string, isSignal: boolean): Promise<never> {
    if (isSignal && delayMs > 0) await drain(reason);
    logger.info({ reason }, 'stopping');
    draining.abort(new Error(`stopping: ${reason}`));
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

  function stop(reason: string, code = 0, isSignal = false): Promise<never> {
    exitCode ||= code;
    if (!isSignal) hurry.abort();
    stopped ??= stopOnce(reason, isSignal);
    return stopped;
  }

  function onSignal(signal: Signal): void {
    // Ctrl-C is sent to the whole process group. A child waits for its parent to stop it, so that the parent determines
    // the order.
    if (hasParent && signal === 'SIGINT') return;
    if (firstSignalAt === undefined) {
      firstSignalAt = performance.now();
      void stop(signal, 0, true);
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
    draining: draining.signal,
    signal: controller.signal,
    crashed: crash.signal,
    onShutdown: (name, hook) => void hooks.push({ name, hook }),
    stop: (reason, code) => stop(reason, code),
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
