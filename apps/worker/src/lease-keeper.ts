// Renews the leases of all captures of this worker with a single statement, three times per lease period, and immediately
// after a capture is canceled. A lease that cannot be renewed is considered lost. If the notification of a cancellation
// is lost, the next renewal detects the cancellation.
import { channels, type Database } from '@shotclock/db';
import { renewLeases } from '@shotclock/db/all-accounts';
import type { Logger } from '@shotclock/runtime';

export type LeaseKeeper = {
  /**
   * Renews the lease of `token` until the result is disposed. `signal` aborts when the lease is lost because it expired
   * or the capture was canceled.
   */
  hold(token: string): { signal: AbortSignal } & Disposable;
  close(): Promise<void>;
};

export function createLeaseKeeper(options: {
  db: Database;
  leaseSeconds: number;
  logger: Logger;
}): LeaseKeeper {
  const { db, leaseSeconds, logger } = options;
  const held = new Map<string, AbortController>();
  let checking: Promise<void> | undefined;
  let checkAgain = false;
  let listening: ReturnType<Database['listen']> | undefined;

  async function renew(): Promise<void> {
    const tokens = [...held.keys()];
    if (tokens.length === 0) return;
    try {
      const kept = new Set(await renewLeases(db.orm, tokens, leaseSeconds));
      for (const token of tokens)
        if (!kept.has(token)) held.get(token)?.abort(new Error('the lease was lost'));
    } catch (error) {
      logger.warn({ err: error }, 'leases could not be renewed');
    }
  }

  /** Runs only one renewal at a time, however many notifications are received. */
  async function checkNow(): Promise<void> {
    checkAgain = true;
    checking ??= (async () => {
      while (checkAgain) {
        checkAgain = false;
        await renew();
      }
      checking = undefined;
    })();
    await checking;
  }

  function listen(): ReturnType<Database['listen']> {
    const subscribing = db.listen(channels.cancelled, checkNow, checkNow);
    subscribing.catch((error: unknown) =>
      logger.warn({ err: error }, 'the worker cannot listen for canceled captures yet'),
    );
    return subscribing;
  }

  // A renewal that hangs does not delay the next one.
  const timer = setInterval(renew, (leaseSeconds * 1_000) / 3);
  return {
    hold(token) {
      listening ??= listen();
      const controller = new AbortController();
      held.set(token, controller);
      return { signal: controller.signal, [Symbol.dispose]: () => void held.delete(token) };
    },
    async close() {
      clearInterval(timer);
      const subscription = await listening?.catch(() => undefined);
      await subscription?.close();
    },
  };
}
