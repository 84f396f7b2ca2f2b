import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type ObjectFacts, recordObjects } from '@shotclock/db';
import { type ObjectStore, StorageError } from '@shotclock/storage';

/**
 * Seconds for which a recorded object cannot be swept. A record that refers to the object must be created within this time.
 * The grace period of the sweep is at least twice as long (ADR 14).
 */
export const objectHoldSeconds = 1_800;

/** A sweep ends within a minute, even if its process is killed. */
const maxSweepMs = 65_000;
const pollMs = { first: 50, max: 1_000 };

export type Recording = {
  /** Time until which a new record may refer to the objects: the database's time in milliseconds since 1970. */
  goodUntil: number;
  /** Hashes of the objects that a record refers to already, so that they need not be put again. */
  stored: ReadonlySet<string>;
};

/** An object store that records objects in the database before they are put, so that they are not swept before use. */
export type RecordedStore = ObjectStore & {
  /**
   * Records objects that are about to be put. Waits for the sweep of those that are being swept.
   * @throws StorageError `unavailable` when a sweep takes longer than a minute; the reason of `signal`
   */
  record(objects: ObjectFacts[], options?: { signal?: AbortSignal | undefined }): Promise<Recording>;
};

/** @param options.holdSeconds only tests set a shorter time */
export function createRecordedStore(
  db: Database,
  store: ObjectStore,
  { holdSeconds = objectHoldSeconds } = {},
): RecordedStore {
  return {
    ...store,
    async record(objects, { signal } = {}) {
      const distinct = [...new Map(objects.map((object) => [object.sha256, object])).values()];
      const startedAt = performance.now();
      for (let ms = pollMs.first; ; ms = Math.min(2 * ms, pollMs.max)) {
        signal?.throwIfAborted();
        const { recorded, stored, at } = await recordObjects(db.orm, distinct, holdSeconds);
        if (recorded.length === distinct.length)
          return { goodUntil: at + holdSeconds * 1_000, stored: new Set(stored) };
        if (performance.now() - startedAt > maxSweepMs)
          throw new StorageError('unavailable', 'the sweep of an object takes too long');
        await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
      }
    },
  };
}
