import { randomUUID } from 'node:crypto';
import type { Database } from '@shotclock/db';
import { type Check, type Finding, failed, ok, withTimeout } from '@shotclock/runtime';
import { type ObjectStore, StorageError, type StorageErrorCode } from '@shotclock/storage';
import { hasForeignOwner } from '../objects/store-owner.ts';

const remedy = 'Check that the store runs, and the settings S3_… or DATA_DIR.';
const ownerTimeoutMs = 5_000;

const remedies: Partial<Record<StorageErrorCode, string>> = {
  denied: 'Permit the store user to read, write and delete; for a folder, change its owner with chown.',
  full: 'Free disk space, enlarge the bucket, or reduce RETENTION_DAYS.',
};

/**
 * Writes, reads and deletes a small object, and compares the owner of the store with the database if it is available.
 * @param open throws a StorageError if the settings of the store are invalid
 */
export const storeCheck = (open: () => ObjectStore, db: Database | null): Check => ({
  name: 'objects',
  remedy,
  timeoutMs: 15_000,
  run: () =>
    checkStore(open, db).catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error;
      return failed(
        `${error.message[0]!.toUpperCase()}${error.message.slice(1)}.`,
        remedies[error.code] ?? remedy,
      );
    }),
});

async function checkStore(open: () => ObjectStore, db: Database | null): Promise<Finding> {
  const objects = open();
  const key = `shotclock-check-${randomUUID()}`;
  const written = Buffer.from(key);
  await objects.put(key, written, 'text/plain; charset=utf-8');
  const found = await objects.get(key);
  const read = found && Buffer.concat(await found.stream.toArray());
  await objects.delete([key]);
  if (!read?.equals(written))
    return failed('The store returned other data than it received.', 'Check the store and its caches.');
  // If the database is unavailable, another check says so.
  if (db && (await withTimeout(hasForeignOwner({ db, objects }), ownerTimeoutMs).catch(() => false)))
    return failed(
      'The store belongs to another database.',
      'Check DATABASE_URL, and the settings S3_… or DATA_DIR.',
    );
  return ok('The store writes, reads and deletes objects.');
}
