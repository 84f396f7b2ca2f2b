import { EventEmitter, once } from 'node:events';
import { channels, type Database } from '@shotclock/db';

/** Hears from the database which screenshots are finished: one subscription serves every request that waits. */
export type SettlementListener = {
  /**
   * Waits until the screenshot is finished, `timeoutMs` ran out or `signal` aborted, and answers whether it is finished.
   * `settled` looks at the truth: it is asked once listening, and again after every lost connection.
   */
  waitFor(
    screenshotId: number,
    options: { timeoutMs: number; signal: AbortSignal; settled: () => Promise<boolean> },
  ): Promise<boolean>;
  close(): Promise<void>;
};

const lookAgain = 'look-again';

/** `onFault` hears why the first attempt to subscribe failed: it is made again by itself until the database is there. */
export function createSettlementListener(
  db: Database,
  { onFault }: { onFault: (error: unknown) => void },
): SettlementListener {
  const events = new EventEmitter().setMaxListeners(0);
  const subscribing = db.listen(
    channels.settled,
    (payload) => events.emit(payload),
    () => events.emit(lookAgain),
  );
  subscribing.catch(onFault);
  return {
    async waitFor(screenshotId, { timeoutMs, signal, settled }) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      for (;;) {
        const heard = new AbortController();
        const stop = AbortSignal.any([deadline, heard.signal]);
        const message = Promise.race([
          once(events, String(screenshotId), { signal: stop }),
          once(events, lookAgain, { signal: stop }),
        ]).catch(() => undefined);
        try {
          if (await settled()) return true;
          if (deadline.aborted) return false;
          await message;
        } finally {
          heard.abort();
        }
      }
    },
    async close() {
      const subscription = await subscribing.catch(() => undefined);
      await subscription?.close();
    },
  };
}
