import { EventEmitter, once } from 'node:events';
import { channels, type Database } from '@shotclock/db';

/** Waits for screenshots to settle. One LISTEN subscription serves all waiting requests. */
export type SettlementListener = {
  /**
   * Resolves when the screenshot has settled, `timeoutMs` has passed or `signal` has aborted; the result is true if it
   * has settled. `settled` reads the state from the database. It is called after subscribing, after each notification or
   * reconnect, and every ten seconds.
   */
  waitFor(
    screenshotId: number,
    options: { timeoutMs: number; signal: AbortSignal; settled: () => Promise<boolean> },
  ): Promise<boolean>;
  close(): Promise<void>;
};

const reconnected = 'reconnected';
/**
 * A worker that is killed right after its commit does not send a notification, so the state is also polled at this
 * interval.
 */
const tenSeconds = 10_000;

/**
 * @param options.onError receives the error when the subscription fails; the driver keeps trying to subscribe
 * @param options.pollMs set only by tests, to a shorter interval
 */
export function createSettlementListener(
  db: Database,
  { onError, pollMs = tenSeconds }: { onError: (error: unknown) => void; pollMs?: number },
): SettlementListener {
  const events = new EventEmitter().setMaxListeners(0);
  const subscribing = db.listen(
    channels.settled,
    (payload) => events.emit(payload),
    () => events.emit(reconnected),
  );
  subscribing.catch(onError);
  return {
    async waitFor(screenshotId, { timeoutMs, signal, settled }) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      for (;;) {
        const notified = new AbortController();
        const stop = AbortSignal.any([deadline, notified.signal, AbortSignal.timeout(pollMs)]);
        const notification = Promise.race([
          once(events, String(screenshotId), { signal: stop }),
          once(events, reconnected, { signal: stop }),
        ]).catch(() => undefined);
        try {
          if (await settled()) return true;
          if (deadline.aborted) return false;
          await notification;
        } finally {
          notified.abort();
        }
      }
    },
    async close() {
      const subscription = await subscribing.catch(() => undefined);
      await subscription?.close();
    },
  };
}
