import type { Readable } from 'node:stream';
import {
  type Database,
  findObject,
  markObjectsReadable,
  markObjectsUnreadable,
  type ObjectFacts,
  type RecordedObject,
  recordObjects,
} from '@shotclock/db';
import { type ByteRange, type ObjectStore, objectKey, retryWhileUnavailable } from '@shotclock/storage';

/**
 * Seconds during which a recorded object cannot be swept. Records that refer to the object must be created within this
 * time. The grace period of the sweep is at least twice as long (ADR 14).
 */
export const objectHoldSeconds = 1_800;

export type Recording = {
  /** Until this time, new records may refer to the objects: database time in milliseconds since 1970. */
  goodUntil: number;
  /** When the objects were recorded, in the same unit. */
  recordedAt: number;
  /** The objects by hash. */
  recorded: ReadonlyMap<string, RecordedObject>;
};

type ReadOptions = { range?: ByteRange | undefined; signal?: AbortSignal | undefined };

/** An object store that records its objects in the database. */
export type RecordedStore = ObjectStore & {
  /**
   * Records objects that are about to be put, so that they are not swept before a record refers to them. Also checks
   * objects that should already be in the store: `stored` is true only if the store contains the object with the right
   * size.
   * @throws StorageError, after several attempts; database errors; `signal.reason`
   */
  record(objects: ObjectFacts[], options?: { signal?: AbortSignal | undefined }): Promise<Recording>;
  /** Removes the unreadable marks from objects that have been written since they were recorded. */
  markWritten(hashes: string[], recording: Pick<Recording, 'recordedAt'>): Promise<void>;
  /**
   * Opens an object that a record refers to, like `ObjectStore.get`. If the store does not contain the object, marks it,
   * so that the next capture of the same content writes it again.
   * @throws StorageError; database errors; `signal.reason`
   */
  open(sha256: string, options?: ReadOptions): Promise<{ stream: Readable; size: number } | null>;
  /** Marks an object whose content does not match its hash, just as `open` marks a missing object. */
  markDamaged(sha256: string): Promise<void>;
  /** The key of an object that a record refers to. */
  keyOf(sha256: string): Promise<string>;
};

/** @param options.holdSeconds only tests set a shorter time */
export function createRecordedStore(
  db: Database,
  store: ObjectStore,
  { holdSeconds = objectHoldSeconds } = {},
): RecordedStore {
  const suffixOf = async (sha256: string) => (await findObject(db.orm, sha256))?.keySuffix ?? null;
  return {
    ...store,
    async record(objects, { signal } = {}) {
      const distinct = new Map(objects.map((object) => [object.sha256, object]));
      const { recorded: rows, at } = await recordObjects(db.orm, [...distinct.values()], holdSeconds);
      const exists = ({ sha256, keySuffix }: RecordedObject) => {
        const options = { size: distinct.get(sha256)!.size, signal };
        return retryWhileUnavailable(() => store.exists(objectKey(sha256, keySuffix), options), { signal });
      };
      const recorded = await Promise.all(
        rows.map(async (row) => ({ ...row, stored: row.stored && (await exists(row)) })),
      );
      return {
        goodUntil: at + holdSeconds * 1_000,
        recordedAt: at,
        recorded: new Map(recorded.map((object) => [object.sha256, object])),
      };
    },
    markWritten: (hashes, { recordedAt }) => markObjectsReadable(db.orm, hashes, recordedAt),
    async open(sha256, options) {
      // Very few keys have a suffix, so query the database only if the key without a suffix does not exist. Both keys
      // have the same content.
      const found = await store.get(objectKey(sha256), options);
      if (found) return found;
      const suffix = await suffixOf(sha256);
      const other = suffix === null ? null : await store.get(objectKey(sha256, suffix), options);
      if (other === null) await markObjectsUnreadable(db.orm, [sha256]);
      return other;
    },
    async markDamaged(sha256) {
      await markObjectsUnreadable(db.orm, [sha256]);
    },
    keyOf: async (sha256) => objectKey(sha256, await suffixOf(sha256)),
  };
}
