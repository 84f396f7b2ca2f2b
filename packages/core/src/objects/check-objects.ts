import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  type Database,
  databaseNow,
  findObject,
  findObjectSizes,
  markObjectsReadable,
  markObjectsUnreadable,
} from '@shotclock/db';
import { adoptObjects, listUsedObjects } from '@shotclock/db/all-accounts';
import { type ObjectStore, objectKey, parseObjectKey, retryWhileUnavailable } from '@shotclock/storage';
import { objectHoldSeconds } from './recorded-store.ts';
import { verifyStoreOwner } from './store-owner.ts';

/** `damaged`: the content does not match the hash. `orphan`: the database has no row for the object. */
export type ObjectFault = { fault: 'missing' | 'damaged' | 'orphan'; sha256: string };
export type ObjectCheck = { intact: number } & Record<ObjectFault['fault'], number>;

const pageSize = 1_000;
/** Number of objects read concurrently. */
const readers = 4;

/**
 * Reads all objects that records refer to, and searches the store for orphans.
 * @param input.repair marks missing and damaged objects, so that they are written again (images and text by the next capture of the same
 * content, smaller images and tiles by the next request), removes the marks of intact objects, and records orphans, which are swept after
 * the grace period
 * @param input.onFault receives each fault
 * @throws StorageError, `foreign` if the store belongs to another database; database errors
 */
export async function checkObjects(
  ctx: { db: Database; objects: ObjectStore },
  { repair, onFault }: { repair: boolean; onFault: (found: ObjectFault) => void },
): Promise<ObjectCheck> {
  const { db, objects } = ctx;
  await verifyStoreOwner(ctx);
  const counts: ObjectCheck = { intact: 0, missing: 0, damaged: 0, orphan: 0 };
  const report = (found: ObjectFault) => {
    counts[found.fault] += 1;
    onFault(found);
  };

  for (let after: string | null = ''; after !== null; ) {
    const startedAt = (await databaseNow(db.orm)).getTime();
    const hashes: string[] = await listUsedObjects(db.orm, { after, limit: pageSize });
    const states = await inspectAll(ctx, hashes);
    const withState = (...wanted: State[]) => hashes.filter((_, n) => wanted.includes(states[n]!));
    for (const [n, sha256] of hashes.entries()) {
      const state = states[n]!;
      if (state === 'intact') counts.intact += 1;
      else if (state !== 'deleted') report({ fault: state, sha256 });
    }
    if (repair) {
      await markObjectsUnreadable(db.orm, withState('missing', 'damaged'));
      await markObjectsReadable(db.orm, withState('intact'), startedAt);
    }
    after = hashes.length < pageSize ? null : hashes.at(-1)!;
  }

  for (let after: string | null = ''; after !== null; ) {
    const listed = await objects.list({ after, limit: pageSize });
    const stored = listed.flatMap(({ key, size }) => {
      const parsed = parseObjectKey(key);
      return parsed === null ? [] : [{ sha256: parsed.sha256, keySuffix: parsed.suffix, size }];
    });
    const known = await findObjectSizes(
      db.orm,
      stored.map(({ sha256 }) => sha256),
    );
    const orphans = stored.filter(({ sha256 }) => !known.has(sha256));
    for (const { sha256 } of orphans) report({ fault: 'orphan', sha256 });
    if (repair) await adoptObjects(db.orm, orphans, objectHoldSeconds);
    after = listed.length < pageSize ? null : listed.at(-1)!.key;
  }
  return counts;
}

/** `deleted`: the last record that referred to the object was deleted during the check. */
type State = 'intact' | 'missing' | 'damaged' | 'deleted';

async function inspectAll(ctx: { db: Database; objects: ObjectStore }, hashes: string[]): Promise<State[]> {
  const states: State[] = [];
  const waiting = hashes.entries();
  const inspectNext = async () => {
    for (const [n, sha256] of waiting) states[n] = await retryWhileUnavailable(() => inspect(ctx, sha256));
  };
  await Promise.all(Array.from({ length: readers }, inspectNext));
  return states;
}

async function inspect(
  { db, objects }: { db: Database; objects: ObjectStore },
  sha256: string,
): Promise<State> {
  const row = await findObject(db.orm, sha256);
  for (const key of new Set([objectKey(sha256), objectKey(sha256, row?.keySuffix ?? null)])) {
    const found = await objects.get(key);
    if (found === null) continue;
    const hash = createHash('sha256');
    await pipeline(found.stream, hash);
    return hash.digest('hex') === sha256 ? 'intact' : 'damaged';
  }
  const isUsed = (await findObject(db.orm, sha256))?.suspectSince === null;
  return isUsed ? 'missing' : 'deleted';
}
