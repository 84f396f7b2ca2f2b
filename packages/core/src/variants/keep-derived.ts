import { markObjectsUsed, type ObjectFacts, type Queryable, shareLockScreenshot } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { lockStored } from '../objects/lock-stored.ts';
import type { RecordedStore } from '../objects/recorded-store.ts';
import type { StoredObject } from '../objects/store-object.ts';

/**
 * Records something that was made from the image of a screenshot, which exists until the transaction ends.
 * @param input.stored the object that was made; null for none
 * @throws CoreError not_found (the screenshot was deleted meanwhile), StorageError
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

/** An object that a record refers to, so that another record can refer to it; null if no record still refers to it, or the store lost it. */
export async function reuseObject(
  objects: RecordedStore,
  { sha256, size, contentType }: ObjectFacts,
): Promise<StoredObject | null> {
  const facts = { sha256, size, contentType };
  const { goodUntil, recorded } = await objects.record([facts]);
  return recorded.get(sha256)!.stored ? { ...facts, goodUntil } : null;
}
