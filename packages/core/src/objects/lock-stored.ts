import { type Queryable, type RecordedObjects, shareLockObjects } from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import type { StoredObject } from './store-object.ts';

/** The objects to which records may refer, and until when. */
export const recordedObjects = (stored: StoredObject[]): RecordedObjects => ({
  hashes: [...new Set(stored.map(({ sha256 }) => sha256))],
  goodUntil: Math.min(...stored.map((one) => one.goodUntil)),
});

export const maybeSwept = () => new StorageError('unavailable', 'a stored object may have been swept');

/**
 * Keeps the objects from being swept until the transaction, which adds references to them, ends.
 * @throws StorageError `unavailable` when the sweep may have deleted the objects since they were stored
 */
export async function lockStored(tx: Queryable, stored: StoredObject[]): Promise<void> {
  const { hashes, goodUntil } = recordedObjects(stored);
  if (!(await shareLockObjects(tx, hashes, goodUntil))) throw maybeSwept();
}
