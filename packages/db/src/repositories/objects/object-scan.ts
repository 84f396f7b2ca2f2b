import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { objectScan } from '../../schema/object-scan.ts';
import { objects } from '../../schema/screenshots.ts';

/** How far the store was looked through. */
export type ObjectScan = {
  storeId: string;
  /** The last key that was looked at; empty when the next look begins anew. */
  position: string;
  /** Seconds since the look through the whole store began; null when there was none. */
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

/** Records that everything up to `to` was looked at, unless another has come further; empty for the end of the store. */
export async function advanceObjectScan(db: Queryable, from: string, to: string): Promise<void> {
  await db
    .update(objectScan)
    .set({ position: to, ...(from === '' ? { beganAt: sql`now()` } : {}) })
    .where(eq(objectScan.position, from));
}

/**
 * Records objects that the store has and no row knew, as suspects: swept after the grace like any other. Answers how many.
 * @param suspectSeconds for how long they count as suspect already
 */
export async function adoptObjects(
  db: Queryable,
  found: { sha256: string; size: number }[],
  suspectSeconds: number,
): Promise<number> {
  if (found.length === 0) return 0;
  const rows = await db
    .insert(objects)
    .values(
      found.map((object) => ({
        ...object,
        // Whoever stores the same content says what it is.
        contentType: 'application/octet-stream',
        suspectSince: sql`now() - make_interval(secs => ${suspectSeconds})`,
      })),
    )
    .onConflictDoNothing()
    .returning({ sha256: objects.sha256 });
  return rows.length;
}
