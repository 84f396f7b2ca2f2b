import { type Queryable, type RecordedObjects, shareLockObjects } from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import type { StoredObject } from './store-object.ts';

/** The hashes of these objects, and the time until which new records may refer to all of them. */
export const recordedObjects = (stored: StoredObject[]): RecordedObjects => ({
  hashes: [...new Set(stored.map(({ sha256 }) => sha256))],
  goodUntil: Math.min(...stored.map((one) => one.goodUntil)),
});

export const maybeSwept = () => new StorageError('unavailable', 'a stored object may have been swept');

/**
 * Prevents the sweep from deleting the objects until the end of the transaction, which must add references to them.
 * @throws StorageError `unavailable` if the sweep may have deleted the objects since they were stored
 */
export async function lockStored(tx: Queryable, stored: StoredObject[]): Promise<void> {
  const { hashes, goodUntil } = recordedObjects(stored);
  if (!(await shareLockObjects(tx, hashes, goodUntil))) throw maybeSwept();
}
