// What the store has and no row knows: left by a database that was restored, or by a version that recorded objects later.
// They are recorded as suspects, so that they too are swept in the one way that is safe (ADR 14).
import { adoptObjects, type Database, findObjectScan, moveObjectScan } from '@shotclock/db';
import { type ObjectStore, objectKey } from '@shotclock/storage';
import { objectHoldSeconds } from './recorded-store.ts';

/** Where a store says to which database it belongs. */
const ownerKey = 'shotclock-store';
/** The whole store is looked through at most this often. */
const roundSeconds = 6 * 60 * 60;

/** The store belongs to another database, whose objects would all be orphans here. */
export class ForeignStoreError extends Error {
  override readonly name = 'ForeignStoreError';
}

/**
 * Looks at the next page of the store, and answers how many orphans it found. Call after call it goes through the store, every
 * six hours at most.
 * @param input.page keys of one call, 1 to 1,000 (1,000)
 * @throws ForeignStoreError, StorageError, the reason of `signal`
 */
export async function adoptOrphans(
  ctx: { db: Database; objects: ObjectStore },
  input: { page?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const { page = 1_000, signal } = input;
  const { storeId, position, beganSecondsAgo } = await findObjectScan(ctx.db.orm);
  if (position === '' && beganSecondsAgo !== null && beganSecondsAgo < roundSeconds) return 0;
  await assertOwner(ctx.objects, storeId, signal);

  const listed = await ctx.objects.list({ after: position, limit: page, signal });
  const objects = listed.flatMap(({ key, size }) => {
    const sha256 = hashOf(key);
    return sha256 === null ? [] : [{ sha256, size }];
  });
  // Suspect for as long as an object is held, so that whoever stores the same content records it anew, with its type.
  const adopted = await adoptObjects(ctx.db.orm, objects, objectHoldSeconds);
  await moveObjectScan(ctx.db.orm, position, listed.length < page ? '' : listed.at(-1)!.key);
  return adopted;
}

/** The hash that a key of ours is made of; null for what others keep in the store. */
function hashOf(key: string): string | null {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return /^[0-9a-f]{64}$/.test(name) && objectKey(name) === key ? name : null;
}

async function assertOwner(
  objects: ObjectStore,
  storeId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await objects.get(ownerKey, { signal });
  if (found === null)
    return objects.put(ownerKey, Buffer.from(storeId), 'text/plain; charset=utf-8', { signal });
  const owner = Buffer.concat(await found.stream.toArray()).toString('utf8');
  if (owner !== storeId)
    throw new ForeignStoreError(
      `the object store belongs to another database; remove the object ${ownerKey} from it if that is gone`,
    );
}
