// Each account has a maximum number of idempotency keys and a maximum number of response bytes (ADR 11, ADR 67).
// Counting all keys for each new key would be expensive, so each process estimates their number: the last count, plus
// the slots that were reserved since that count or were unsettled when it began. Expired and deleted keys reduce the
// estimate only at the next count. The estimate is therefore never below the last count plus the keys that this process
// has added since then. Keys of other processes are included at the next count. Response bytes are estimated in the
// same way. The size of a response is unknown until its request completes, so requests in progress can exceed the
// limit.
import { countKeys, type Database } from '@shotclock/db';

export type KeyQuota = {
  /**
   * Reserves a slot for a new key in an account. The caller must settle the slot.
   * @param max maximum number of keys in the account, and the number of response bytes at which new keys are refused; each at least 1
   * @returns null if either limit is reached
   */
  reserve(accountId: number, max: KeyBounds): Promise<KeyPlace | null>;
  /** Counts a key's response after it has been stored. */
  addBytes(accountId: number, bytes: number): void;
};

export type KeyBounds = { keys: number; bytes: number };

export type KeyPlace = {
  /** Ends the reservation. `used` indicates whether the key was added. */
  settle(used: boolean): void;
};

/** Maximum age of a count in milliseconds: while the account is below its limits, and once it has reached a limit. */
const countAgeMs = { below: 600_000, atBound: 5_000 };

type Estimate = {
  keys: number;
  bytes: number;
  unsettled: number;
  countedAt: number;
  counting: Promise<void> | null;
};

/**
 * The quotas as seen by one process.
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
    // The count may or may not include keys whose places are unsettled. The difference covers places that were settled
    // during the count.
    estimate.keys = counted.keys + before.unsettled + (estimate.keys - before.keys);
    // Responses that were stored during the count may be counted twice until the next count.
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
