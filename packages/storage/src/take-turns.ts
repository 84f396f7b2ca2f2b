import { rejectOnAbort, withTimeout } from '@shotclock/runtime';
import type { Abortable } from './object-store.ts';
import { StorageError } from './storage-error.ts';

/**
 * Runs `work` when it is its turn.
 * @param options.unlimited whether to wait for the turn without a time limit
 * @throws StorageError (unavailable) after the time limit, or `signal.reason`
 */
export type TakeTurns = <T>(
  work: () => Promise<T>,
  options?: Abortable & { unlimited?: boolean },
) => Promise<T>;

/**
 * Returns a function that runs at most `max` functions at a time, in call order.
 * @param options.waitMs time limit for waiting for a turn; the function itself has no time limit
 */
export function createTurns({ max, waitMs }: { max: number; waitMs: number }): TakeTurns {
  let running = 0;
  const waiting = new Set<() => void>();

  function passOn(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  async function waitForTurn({ signal, unlimited = false }: Parameters<TakeTurns>[1] = {}): Promise<void> {
    const turn = Promise.withResolvers<void>();
    waiting.add(turn.resolve);
    try {
      await rejectOnAbort(unlimited ? turn.promise : withTimeout(turn.promise, waitMs), signal);
    } catch (error) {
      // The call may have received its turn at the same moment.
      if (!waiting.delete(turn.resolve)) passOn();
      signal?.throwIfAborted();
      throw new StorageError('unavailable', 'the object folder does not respond', { cause: error });
    }
  }

  return async (work, options) => {
    options?.signal?.throwIfAborted();
    if (running < max) running += 1;
    else await waitForTurn(options);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
