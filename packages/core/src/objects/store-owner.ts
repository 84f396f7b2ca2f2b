// no marker ──(the store is empty, or has objects that the database knows)──► marker with this ID ──► verified
//     └──(it has only objects that the database does not know)──► refused        marker with another ID ──► refused
// A store belongs to one database, because another database would sweep its objects (ADR 64). The `shotclock-store` object contains its ID.
import { type Database, findObjectSizes, markObjectsUnreadable } from '@shotclock/db';
import { findObjectScan, hasUnreadableObjects, sampleObjects } from '@shotclock/db/all-accounts';
import { HealthWarning, type Logger, rejectOnAbort, StartError, withTimeout } from '@shotclock/runtime';
import { type ObjectStore, objectKey, parseObjectKey, StorageError } from '@shotclock/storage';

type StoreContext = { db: Database; objects: ObjectStore };

/** Key of the object that identifies the store's database. */
const ownerKey = 'shotclock-store';
/** After this time, a process verifies the owner again, because two processes may have written the marker at once. */
const verifiedMs = 60_000;
const startTimeoutMs = 10_000;
const sampleSize = 20;
const listedKeys = 100;

/**
 * Verifies that the store belongs to the database, and marks it if it has no marker.
 * @throws StorageError, `foreign` if the store belongs to another database; database errors; `signal.reason`
 */
export async function verifyStoreOwner({ db, objects }: StoreContext, signal?: AbortSignal): Promise<void> {
  const { storeId } = await findObjectScan(db.orm);
  let owner = await readStoreOwner(objects, signal);
  if (owner === null) {
    if (!(await mayBelongTo({ db, objects }, signal)))
      throw foreign(`To use it anyway, store the text ${storeId} in its object ${ownerKey}.`);
    const options = { keepExisting: true, signal };
    await objects.put(ownerKey, Buffer.from(storeId), 'text/plain; charset=utf-8', options);
    // Another process may have written the marker first.
    owner = await readStoreOwner(objects, signal);
  }
  if (owner !== storeId)
    throw foreign(`If that database no longer exists, delete the object ${ownerKey} from the store.`);
}

const foreign = (remedy: string) =>
  new StorageError('foreign', `The object store belongs to another database. ${remedy}`);

/** The ID of the database to which the store belongs; null if the store has no marker. */
export async function readStoreOwner(objects: ObjectStore, signal?: AbortSignal): Promise<string | null> {
  const found = await objects.get(ownerKey, { signal });
  return (
    found &&
    Buffer.concat(await found.stream.toArray())
      .toString('utf8')
      .trim()
  );
}

/**
 * Whether the store belongs to another database. Unlike `verifyStoreOwner`, this does not mark the store.
 * @throws StorageError; database errors
 */
export async function hasForeignOwner({ db, objects }: StoreContext): Promise<boolean> {
  const { storeId } = await findObjectScan(db.orm);
  const owner = await readStoreOwner(objects);
  return owner !== null && owner !== storeId;
}

/** Whether a store without a marker is empty or shares an object with the database. */
async function mayBelongTo(ctx: StoreContext, signal: AbortSignal | undefined): Promise<boolean> {
  const listed = await ctx.objects.list({ limit: listedKeys, signal });
  const hashes = listed.flatMap(({ key }) => parseObjectKey(key)?.sha256 ?? []);
  if (hashes.length === 0 || (await findObjectSizes(ctx.db.orm, hashes)).size > 0) return true;
  const { checked, missing } = await findMissing(ctx, signal);
  return missing.length < checked;
}

/** Checks a sample of the objects that records refer to. */
async function findMissing({ db, objects }: StoreContext, signal: AbortSignal | undefined) {
  const sample = await sampleObjects(db.orm, sampleSize);
  const missing: string[] = [];
  for (const { sha256, keySuffix, size } of sample) {
    const keys = new Set([objectKey(sha256, keySuffix), objectKey(sha256)]);
    const found = await Promise.all([...keys].map((key) => objects.exists(key, { size, signal })));
    if (!found.includes(true)) missing.push(sha256);
  }
  return { checked: sample.length, missing };
}

/**
 * Checks a sample of the objects that records refer to, and marks those that are missing from the store or have the wrong size,
 * so that the next capture of the same content writes them. `found`: the number of missing objects that were not known before.
 * @throws StorageError; database errors; `signal.reason`
 */
export async function checkObjectSample(
  ctx: StoreContext,
  signal?: AbortSignal,
): Promise<{ checked: number; missing: number; found: number }> {
  const { checked, missing } = await findMissing(ctx, signal);
  const found = await markObjectsUnreadable(ctx.db.orm, missing);
  return { checked, missing: missing.length, found };
}

/** A store whose owner is verified by `ping` and before each change, but not before reads. */
export function createOwnedStore(db: Database, store: ObjectStore): ObjectStore {
  let verifiedAt = Number.NEGATIVE_INFINITY;
  let verifying: Promise<void> | undefined;
  const verify = async (signal?: AbortSignal) => {
    if (performance.now() - verifiedAt < verifiedMs) return;
    // All waiting operations share the verification, so their signals do not abort it.
    verifying ??= verifyStoreOwner({ db, objects: store })
      .then(() => {
        verifiedAt = performance.now();
      })
      .finally(() => {
        verifying = undefined;
      });
    await rejectOnAbort(verifying, signal);
  };
  return {
    ...store,
    async put(key, body, contentType, options = {}) {
      await verify(options.signal);
      await store.put(key, body, contentType, options);
    },
    async delete(keys, options = {}) {
      await verify(options.signal);
      await store.delete(keys, options);
    },
    async ping() {
      await store.ping();
      await verify();
    },
  };
}

/**
 * Verifies the store before a process uses it, checks a sample of the objects, and logs the results. Processes start even
 * if the store is unavailable.
 * @throws StartError if the store belongs to another database
 */
export async function checkStoreAtStart(
  ctx: StoreContext,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
): Promise<void> {
  try {
    const check = async () => {
      await verifyStoreOwner(ctx);
      return checkObjectSample(ctx);
    };
    const found = await withTimeout(check(), startTimeoutMs);
    if (found.missing === 0) logger.info(found, 'the object store belongs to this database');
    else if (found.missing < found.checked)
      logger.error(found, "some records' objects are missing from the object store");
    else
      logger.error(
        found,
        "the object store contains none of the sampled records' objects; check that it is the right store",
      );
  } catch (err) {
    if (err instanceof StorageError && err.code === 'foreign') throw new StartError(err.message);
    logger.warn({ err }, 'the object store could not be checked at startup');
  }
}

/**
 * The health check of a store: it must accept objects and belong to the database.
 * @throws HealthWarning if objects that records refer to were found unreadable in the last day; StorageError
 */
export async function checkStoreHealth({ db, objects }: StoreContext): Promise<void> {
  await objects.ping();
  if (await hasUnreadableObjects(db.orm))
    throw new HealthWarning("some records' objects were found missing or damaged in the last day");
}
