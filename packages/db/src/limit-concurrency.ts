import { isConnectFailure } from './database-error.ts';

/**
 * Runs at most `limit` functions at a time, in call order. If one of them cannot connect to the database, all waiting
 * calls reject with the same error.
 */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  let queue: PromiseWithResolvers<void>[] = [];

  function rejectQueued(error: unknown): void {
    const rejected = queue;
    queue = [];
    for (const { reject } of rejected) reject(error);
  }

  return async (work) => {
    if (running === limit) {
      const turn = Promise.withResolvers<void>();
      queue.push(turn);
      // The call that resolves this promise hands over its slot, so `running` does not change.
      await turn.promise;
    } else running += 1;
    try {
      return await work();
    } catch (error) {
      // Queued work would fail as well, one call after the other.
      if (isConnectFailure(error)) rejectQueued(error);
      throw error;
    } finally {
      const next = queue.shift();
      if (next) next.resolve();
      else running -= 1;
    }
  };
}
