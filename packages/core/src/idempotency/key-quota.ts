// The idempotency keys of an account and the bytes of their responses are bounded (ADR 11, ADR 67). Counting them for each new key is expensive, so each process
// estimates their number: the last count, plus the places that were reserved since then or not settled when it began.
// Keys that expire or are deleted lower the estimate at the next count only. The estimate is therefore never below the number
// of keys at the last count and of this process since. Keys of other processes are seen at the next count. The bytes of responses are
// estimated in the same way. They are known only when a request completes, so requests in progress can exceed the bound.
import { countKeys, type Database } from '@shotclock/db';

export type KeyQuota = {
  /**
   * Reserves a place for a new key of an account. The caller settles the place.
   * @param max maximum number of keys of the account, and from how many bytes of responses no key is added; each from 1
   * @returns null at either bound
   */
  reserve(accountId: number, max: KeyBounds): Promise<KeyPlace | null>;
  /** Counts the response of a key, after it was stored. */
  addBytes(accountId: number, bytes: number): void;
};

export type KeyBounds = { keys: number; bytes: number };

export type KeyPlace = {
  /** Ends the reservation. `used` tells whether a key was added. */
  settle(used: boolean): void;
};

/** Age in milliseconds from which a count is repeated: below the bound and at the bound. */
const countAgeMs = { below: 600_000, atBound: 5_000 };

type Estimate = {
  keys: number;
  bytes: number;
  unsettled: number;
  countedAt: number;
  counting: Promise<void> | null;
};

/**
 * The quota of one process.
 * @param options.atBoundMs only tests set a shorter time
 */
export function createKeyQuota(db: Database, { atBoundMs = countAgeMs.atBound } = {}): KeyQuota {
  const estimates = new Map<number, Estimate>();

  function estimateOf(accountId: number): Estimate {
    const known = estimates.get(accountId);
    if (known) return known;
    const estimate = { keys: 0, bytes: 0, unsettled: 0, countedAt: Number.NEGATIVE_INFINITY, counting: null };
    estimates.set(accountId, estimate);
    return estimate;
  }

  async function count(accountId: number, estimate: Estimate, max: KeyBounds): Promise<void> {
    const before = { ...estimate };
    const counted = await countKeys(db.orm, { accountId, limit: max.keys });
    // The count may or may not contain the keys of unsettled places. Places settled during the count are in the difference.
    estimate.keys = counted.keys + before.unsettled + (estimate.keys - before.keys);
    // Responses that were stored during the count may count twice until the next one.
    estimate.bytes = counted.bytes + (estimate.bytes - before.bytes);
    estimate.countedAt = performance.now();
  }

  return {
    async reserve(accountId, max) {
      const estimate = estimateOf(accountId);
      const isFull = () => estimate.keys >= max.keys || estimate.bytes >= max.bytes;
      const age = performance.now() - estimate.countedAt;
      if (age >= (isFull() ? atBoundMs : countAgeMs.below)) {
        estimate.counting ??= count(accountId, estimate, max).finally(() => {
          estimate.counting = null;
        });
        await estimate.counting;
      }
      if (isFull()) return null;
      estimate.keys += 1;
      estimate.unsettled += 1;
      return {
        settle(used) {
          estimate.unsettled -= 1;
          if (!used) estimate.keys -= 1;
        },
      };
    },
    addBytes(accountId, bytes) {
      estimateOf(accountId).bytes += bytes;
    },
  };
}
