// Orphans are objects in the store without a row in `objects`, for example after the database was restored from a backup.
// They are recorded as suspects, so that the sweep can delete them safely (ADR 14).
import { type Database, findObject } from '@shotclock/db';
import {
  adoptObjects,
  advanceObjectScan,
  findObjectScan,
  type ObjectKeyParts,
  replaceObjectKey,
} from '@shotclock/db/all-accounts';
import { type ObjectStore, objectKey, parseObjectKey } from '@shotclock/storage';
import { objectHoldSeconds } from './recorded-store.ts';
import { verifyStoreOwner } from './store-owner.ts';

/** Minimum time from the start of one scan of the whole store to the start of the next. */
const scanSeconds = 6 * 60 * 60;

/** No more pages are read after this time, so that other housekeeping can run as well. */
const maxMs = 10_000;

/**
 * Records the orphans among the next pages of keys. Repeated calls scan the whole store, at most every six hours.
 * @param input.page number of keys per page, 1 to 1,000 (default 1,000)
 * @param input.pages maximum number of pages (default: as many as can be read in about ten seconds)
 * @returns the number of orphans found
 * @throws StorageError, `foreign` if the store belongs to another database; `signal.reason`
 */
export async function adoptOrphans(
  ctx: { db: Database; objects: ObjectStore },
  input: { page?: number; pages?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const { page = 1_000, pages = Number.POSITIVE_INFINITY, signal } = input;
  const { position, beganSecondsAgo } = await findObjectScan(ctx.db.orm);
  if (position === '' && beganSecondsAgo !== null && beganSecondsAgo < scanSeconds) return 0;
  await verifyStoreOwner(ctx, signal);

  const endsAt = performance.now() + maxMs;
  let adopted = 0;
  let next: string | null = position;
  for (let n = 0; next !== null && n < pages && performance.now() < endsAt; n += 1) {
    const scanned = await scanPage(ctx, next, { page, signal });
    adopted += scanned.adopted;
    next = scanned.next;
  }
  return adopted;
}

/** Scans the keys after `position`. `next` is the last key on the page; null at the end of the store. */
async function scanPage(
  ctx: { db: Database; objects: ObjectStore },
  position: string,
  { page, signal }: { page: number; signal: AbortSignal | undefined },
): Promise<{ adopted: number; next: string | null }> {
  const listed = await ctx.objects.list({ after: position, limit: page, signal });
  const objects = listed.flatMap(({ key, size }) => {
    const parsed = parseObjectKey(key);
    return parsed === null ? [] : [{ sha256: parsed.sha256, keySuffix: parsed.suffix, size }];
  });
  // Records them as if they had become suspect before the hold time, so that the next write of the same content records
  // the object again with its content type.
  const adopted = await adoptObjects(ctx.db.orm, objects, objectHoldSeconds);
  await deleteReplaced(ctx, objects, signal);
  const next = listed.length < page ? null : listed.at(-1)!.key;
  await advanceObjectScan(ctx.db.orm, position, next ?? '');
  return { adopted, next };
}

/**
 * Deletes objects whose keys were replaced by other keys for the same content. A replaced key with a suffix is never used
 * again. If a restored row is older than the store, the row is changed to the key that exists.
 */
async function deleteReplaced(
  { db, objects }: { db: Database; objects: ObjectStore },
  found: ObjectKeyParts[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { sha256, keySuffix } of found) {
    if (keySuffix === null) continue;
    const row = await findObject(db.orm, sha256);
    if (!row || row.keySuffix === keySuffix || row.suspectSince !== null) continue;
    if (await objects.exists(objectKey(sha256, row.keySuffix), { signal }))
      await objects.delete([objectKey(sha256, keySuffix)], { signal });
    else await replaceObjectKey(db.orm, { sha256, from: row.keySuffix, to: keySuffix });
  }
}
