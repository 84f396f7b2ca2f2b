import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type ObjectFacts, recordObjects } from '@shotclock/db';
import { type ObjectStore, StorageError } from '@shotclock/storage';

/**
 * How long a recorded object is safe from being swept, in seconds, and so how long after it something may begin to refer
 * to it. The grace is at least twice as long (ADR 14).
 */
export const objectHoldSeconds = 1_800;

/** A sweep is over within a minute, also when its process was killed. */
const longestSweepMs = 65_000;
const pauseMs = { first: 50, longest: 1_000 };

export type Recording = {
  /** Until when something may begin to refer to the objects: the database's time in milliseconds. */
  goodUntil: number;
};

/** An object store whose objects are recorded before they are put, so that none is swept before something refers to it. */
export type RecordedStore = ObjectStore & {
  /**
   * Records objects that are about to be put. One that is being swept just now is waited for.
   * @throws StorageError `unavailable` when that takes longer than a minute, the reason of `signal`
   */
  record(objects: ObjectFacts[], options?: { signal?: AbortSignal | undefined }): Promise<Recording>;
};

/** @param options.holdSeconds shorter for tests alone */
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
      for (let ms = pauseMs.first; ; ms = Math.min(2 * ms, pauseMs.longest)) {
        signal?.throwIfAborted();
        const { recorded, at } = await recordObjects(db.orm, distinct, holdSeconds);
        if (recorded.length === distinct.length) return { goodUntil: at + holdSeconds * 1_000 };
        if (performance.now() - startedAt > longestSweepMs)
          throw new StorageError('unavailable', 'an object is being swept for too long');
        await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
      }
    },
  };
}
