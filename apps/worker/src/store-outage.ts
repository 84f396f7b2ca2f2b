// working ──(an attempt fails at the store, and a ping fails)──► away: the worker claims nothing ──(a ping succeeds)──► working
// A claim during an outage would load a page whose capture cannot be stored.
import { type Logger, rejectOnAbort, retry, withTimeout } from '@shotclock/runtime';

/** Tracks outages of the worker's object store. */
export type StoreOutage = {
  /**
   * Pings the store for up to 5 s, and returns whether it is unavailable. If it is, an outage begins. Call this after a
   * failed attempt.
   */
  confirm(): Promise<boolean>;
  /** Whether an outage has begun and has not ended yet. */
  isAway(): boolean;
  /** Resolves when the store is available again, or when `signal` aborts. */
  untilOver(signal: AbortSignal): Promise<void>;
};

const pingTimeoutMs = 5_000;
const pingIntervalMs = 1_000;

export function createStoreOutage(options: {
  ping: () => Promise<void>;
  logger: Logger;
  /** Stops the pings. */
  signal: AbortSignal;
}): StoreOutage {
  const { logger, signal } = options;
  const ping = () => withTimeout(options.ping(), pingTimeoutMs);
  let over: Promise<void> | undefined;

  async function pingUntilBack(): Promise<void> {
    await retry(ping, { delayMs: pingIntervalMs, signal });
    logger.info('the object store is available again; claiming captures');
    over = undefined;
  }

  return {
    async confirm() {
      if (over) return true;
      const reason = await ping().then(
        () => null,
        (err: unknown) => ({ err }),
      );
      if (reason === null) return false;
      if (!over) {
        logger.warn(reason, 'the object store is unavailable; no captures are claimed during the outage');
        over = pingUntilBack();
        over.catch(() => undefined);
      }
      return true;
    },
    isAway: () => over !== undefined,
    untilOver: (stop) => rejectOnAbort(Promise.resolve(over), stop).catch(() => undefined),
  };
}
