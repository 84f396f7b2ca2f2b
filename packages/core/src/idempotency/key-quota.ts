// The idempotency keys of an account are bounded (ADR 11). Counting them for each new key is expensive, so each process
// estimates their number: the last count, plus the places that were reserved since then or not settled when it began.
// Keys that expire or are deleted lower the estimate at the next count only. The estimate is therefore never below the number
// of keys at the last count and of this process since. Keys of other processes are seen at the next count.
import { countKeys, type Database } from '@shotclock/db';

export type KeyQuota = {
  /**
   * Reserves a place for a new key of an account. The caller settles the place.
   * @param max maximum number of keys of the account, from 1
   * @returns null when the account has `max` keys
   */
  reserve(accountId: number, max: number): Promise<KeyPlace | null>;
};

export type KeyPlace = {
  /** Ends the reservation. `used` tells whether a key was added. */
  settle(used: boolean): void;
};

/** Age in milliseconds from which a count is repeated: below the bound and at the bound. */
const countAgeMs = { below: 600_000, atBound: 5_000 };

type Estimate = { keys: number; unsettled: number; countedAt: number; counting: Promise<void> | null };

/**
 * The quota of one process.
 * @param options.atBoundMs only tests set a shorter time
 */
export function createKeyQuota(db: Database, { atBoundMs = countAgeMs.atBound } = {}): KeyQuota {
  const estimates = new Map<number, Estimate>();

  function estimateOf(accountId: number): Estimate {
    const known = estimates.get(accountId);
    if (known) return known;
    const estimate = { keys: 0, unsettled: 0, countedAt: Number.NEGATIVE_INFINITY, counting: null };
    estimates.set(accountId, estimate);
    return estimate;
  }

  async function count(accountId: number, estimate: Estimate, max: number): Promise<void> {
    const before = { ...estimate };
    const counted = await countKeys(db.orm, { accountId, limit: max });
    // The count may or may not contain the keys of unsettled places. Places settled during the count are in the difference.
    estimate.keys = counted + before.unsettled + (estimate.keys - before.keys);
    estimate.countedAt = performance.now();
  }

  return {
    async reserve(accountId, max) {
      const estimate = estimateOf(accountId);
      const age = performance.now() - estimate.countedAt;
      if (age >= (estimate.keys < max ? countAgeMs.below : atBoundMs)) {
        estimate.counting ??= count(accountId, estimate, max).finally(() => {
          estimate.counting = null;
        });
        await estimate.counting;
      }
      if (estimate.keys >= max) return null;
      estimate.keys += 1;
      estimate.unsettled += 1;
      return {
        settle(used) {
          estimate.unsettled -= 1;
          if (!used) estimate.keys -= 1;
        },
      };
    },
  };
}
