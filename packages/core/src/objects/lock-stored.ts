import { type Queryable, shareLockObjects } from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import type { StoredObject } from './store-object.ts';

/**
 * Keeps the objects from being swept until the transaction, which adds references to them, ends.
 * @throws StorageError `unavailable` when the objects were stored so long ago that they may have been swept
 */
export async function lockStored(tx: Queryable, stored: StoredObject[]): Promise<void> {
  const hashes = [...new Set(stored.map(({ sha256 }) => sha256))];
  const goodUntil = Math.min(...stored.map((one) => one.goodUntil));
  if (!(await shareLockObjects(tx, hashes, goodUntil)))
    throw new StorageError('unavailable', 'a stored object may have been swept');
}
