import { randomBytes } from 'node:crypto';
import { and, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { objectScan, objects } from '../../schema/objects.ts';

/** The progress of the search for orphans in the object store. */
export type ObjectScan = {
  storeId: string;
  /** The last key that was examined; empty before a new search. */
  position: string;
  /** Seconds since the start of the current or last search; null before the first one. */
  beganSecondsAgo: number | null;
};

export async function findObjectScan(db: Queryable): Promise<ObjectScan> {
  const [row] = await db
    .select({
      storeId: objectScan.storeId,
      position: objectScan.position,
      beganSecondsAgo: sql`extract(epoch from now() - ${objectScan.beganAt})`.mapWith(Number),
    })
    .from(objectScan);
  return row!;
}

/** Moves the search position from `from` to `to`, unless another process has already moved it. An empty `to` ends the search. */
export async function advanceObjectScan(db: Queryable, from: string, to: string): Promise<void> {
  await db
    .update(objectScan)
    .set({ position: to, ...(from === '' ? { beganAt: sql`now()` } : {}) })
    .where(eq(objectScan.position, from));
}

/** Objects that records refer to, in hash order, starting at a random position. */
export async function sampleObjects(
  db: Queryable,
  limit: number,
): Promise<(ObjectKeyParts & { size: number })[]> {
  const position = randomBytes(32).toString('hex');
  const select = (condition: SQL, left: number) =>
    db
      .select({ sha256: objects.sha256, keySuffix: objects.keySuffix, size: objects.size })
      .from(objects)
      .where(and(condition, isNull(objects.suspectSince)))
      .orderBy(objects.sha256)
      .limit(left);
  const found = await select(gte(objects.sha256, position), limit);
  return [...found, ...(await select(lt(objects.sha256, position), limit - found.length))];
}

/** The hashes of objects that records refer to, in ascending order, after a given hash. */
export async function listUsedObjects(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ sha256: objects.sha256 })
    .from(objects)
    .where(and(gt(objects.sha256, after), isNull(objects.suspectSince)))
    .orderBy(objects.sha256)
    .limit(limit);
  return rows.map(({ sha256 }) => sha256);
}

/** Whether any object was found to be unreadable in the last day and has not been written since. */
export async function hasUnreadableObjects(db: Queryable): Promise<boolean> {
  const [row] = await db
    .select({ one: sql`1` })
    .from(objects)
    .where(gte(objects.unreadableSince, sql`now() - interval '1 day'`))
    .limit(1);
  return row !== undefined;
}

/** The parts of an object's key in the store. */
export type ObjectKeyParts = Pick<typeof objects.$inferSelect, 'sha256' | 'keySuffix'>;

/**
 * Inserts rows for orphans and marks them as suspect, so that the orphans are swept after the grace period. Returns the number of
 * new rows.
 * @param suspectSeconds how many seconds ago the orphans became suspect
 */
export async function adoptObjects(
  db: Queryable,
  found: (ObjectKeyParts & { size: number })[],
  suspectSeconds: number,
): Promise<number> {
  if (found.length === 0) return 0;
  const rows = await db
    .insert(objects)
    .values(
      found.map((object) => ({
        ...object,
        // The next write of the same content sets the content type.
        contentType: 'application/octet-stream',
        suspectSince: sql`now() - make_interval(secs => ${suspectSeconds})`,
      })),
    )
    .onConflictDoNothing()
    .returning({ sha256: objects.sha256 });
  return rows.length;
}

/** Changes the key of an object that a record refers to, unless another process has changed it. */
export async function replaceObjectKey(
  db: Queryable,
  { sha256, from, to }: { sha256: string; from: string | null; to: string },
): Promise<void> {
  await db
    .update(objects)
    .set({ keySuffix: to })
    .where(
      and(
        eq(objects.sha256, sha256),
        isNull(objects.suspectSince),
        sql`${objects.keySuffix} is not distinct from ${from}::uuid`,
      ),
    );
}
