import { markObjectsUsed, type ObjectFacts, type Queryable, shareLockScreenshot } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { lockStored } from '../objects/lock-stored.ts';
import type { RecordedStore } from '../objects/recorded-store.ts';
import type { StoredObject } from '../objects/store-object.ts';

/**
 * Records an object that was derived from a screenshot's image. The screenshot cannot be deleted before the transaction
 * ends.
 * @param input.stored the derived object, or null if there is none
 * @throws CoreError not_found (the screenshot was deleted in the meantime), StorageError
 */
export async function keepDerived(
  { db, accountId }: Pick<CoreContext, 'db' | 'accountId'>,
  { screenshotId, stored }: { screenshotId: number; stored: StoredObject | null },
  insert: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (stored) await lockStored(tx, [stored]);
    if (!(await shareLockScreenshot(tx, { accountId, screenshotId })))
      throw notFound('screenshot', screenshotId);
    await insert(tx);
    if (stored) await markObjectsUsed(tx, [stored.sha256]);
  });
}

/**
 * Prepares an object that a record refers to for use by another record; null if no record refers to it now or the store
 * lost it.
 */
export async function reuseObject(
  objects: RecordedStore,
  { sha256, size, contentType }: ObjectFacts,
): Promise<StoredObject | null> {
  const facts = { sha256, size, contentType };
  const { goodUntil, recorded } = await objects.record([facts]);
  return recorded.get(sha256)!.stored ? { ...facts, goodUntil } : null;
}
