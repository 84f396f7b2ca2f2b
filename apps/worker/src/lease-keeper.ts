import { type Database, renewLeases } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';

/** Renews the leases of all captures of this worker with one statement, three times per lease. */
export type LeaseKeeper = {
  /** Renews the lease of `token` until the result is disposed. `signal` aborts when the lease was not renewed in time. */
  hold(token: string): { signal: AbortSignal } & Disposable;
  close(): void;
};

export function createLeaseKeeper(options: {
  db: Database;
  leaseSeconds: number;
  logger: Logger;
}): LeaseKeeper {
  const held = new Map<string, AbortController>();

  async function renew(): Promise<void> {
    const tokens = [...held.keys()];
    if (tokens.length === 0) return;
    const kept = new Set(await renewLeases(options.db.orm, tokens, options.leaseSeconds));
    for (const token of tokens) if (!kept.has(token)) held.get(token)?.abort(new Error('the lease expired'));
  }

  const timer = setInterval(
    () =>
      renew().catch((error: unknown) => options.logger.warn({ err: error }, 'leases could not be renewed')),
    (options.leaseSeconds * 1_000) / 3,
  );
  return {
    hold(token) {
      const controller = new AbortController();
      held.set(token, controller);
      return { signal: controller.signal, [Symbol.dispose]: () => void held.delete(token) };
    },
    close: () => clearInterval(timer),
  };
}
