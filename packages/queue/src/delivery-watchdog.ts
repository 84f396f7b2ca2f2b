// A connection can look healthy without delivering jobs, because it is half-open after an outage or is waiting for a
// response that was lost. The watchdog calls `reconnect` if a slot was free and no job was received for `idleTimeoutMs`,
// even though jobs are pending. It calls `reconnect` again at doubling intervals of up to four times `idleTimeoutMs`,
// until a job is received or none is pending.
//
//   working ──(idle for the timeout)──► are jobs pending? ──no──► idle
//      ▲                                     └──yes──► stalled: reconnect, double the timeout ──┐
//      └──────────────────────────(a job came, or none is pending)──────────────────────────────┘
import { withTimeout } from '@shotclock/runtime';
import type { QueueLogger } from './queue-logger.ts';

const defaultIdleTimeoutMs = 10_000;
const maxTimeoutFactor = 4;
/** Number of checks per idle timeout. */
const checksPerTimeout = 5;
const queryTimeoutMs = 5_000;

export type DeliveryWatchdogOptions = {
  /** Whether a job was enqueued at least `ms` milliseconds ago and no worker has claimed it. Called only while idle. */
  hasPendingJobs: (ms: number) => Promise<boolean>;
  /** Milliseconds without a job after which `hasPendingJobs` is called; 10 s by default. */
  idleTimeoutMs?: number | undefined;
  hasFreeSlot: () => boolean;
  reconnect: () => void;
  logger: QueueLogger;
};

export type DeliveryWatchdog = {
  /** Call this for each received job. */
  jobReceived(): void;
  /** @throws Error while delivery is stalled */
  assertNotStalled(): void;
  close(): void;
};

/**
 * Idle time is counted in checks instead of by the clock, so that time during which this process was suspended does not
 * count.
 */
export function startDeliveryWatchdog(options: DeliveryWatchdogOptions): DeliveryWatchdog {
  const { hasPendingJobs, idleTimeoutMs = defaultIdleTimeoutMs, hasFreeSlot, reconnect, logger } = options;
  const checkIntervalMs = idleTimeoutMs / checksPerTimeout;
  let idleChecks = 0;
  let timeoutFactor = 1;
  let stalled = false;
  let checking = false;

  function reset(): void {
    if (stalled) logger.info({}, 'capture jobs are being delivered again, or none are pending anymore');
    stalled = false;
    timeoutFactor = 1;
  }

  async function check(): Promise<void> {
    idleChecks = hasFreeSlot() ? idleChecks + 1 : 0;
    if (idleChecks < checksPerTimeout * timeoutFactor) return;
    const before = idleChecks;
    if (!(await withTimeout(hasPendingJobs(idleTimeoutMs), queryTimeoutMs))) return reset();
    // A job was received during the query.
    if (idleChecks < before) return;
    const idleMs = idleChecks * checkIntervalMs;
    logger.warn(
      { idleMs },
      'no capture jobs are delivered although some are pending; reconnecting to the queue',
    );
    stalled = true;
    timeoutFactor = Math.min(2 * timeoutFactor, maxTimeoutFactor);
    idleChecks = 0;
    reconnect();
  }

  const timer = setInterval(async () => {
    if (checking) return;
    checking = true;
    await check().catch((err: unknown) => logger.debug({ err }, 'pending capture jobs could not be queried'));
    checking = false;
  }, checkIntervalMs);
  return {
    jobReceived() {
      idleChecks = 0;
      reset();
    },
    assertNotStalled() {
      if (stalled) throw new Error('no capture jobs are delivered although some are pending');
    },
    close: () => clearInterval(timer),
  };
}
