import { type Database, renewLeases } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';

/** Prolongs the leases of all captures of this worker together, every third of a lease. */
export type LeaseKeeper = {
  /** Keeps the lease of `token` until the answer is disposed. `signal` aborts when the lease is lost to another worker. */
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
    for (const token of tokens) if (!kept.has(token)) held.get(token)?.abort(new Error('the lease is lost'));
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
