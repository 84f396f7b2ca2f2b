// Who locks several objects does so in the order of their hashes. ADR 14 tells why nothing that is referred to is swept.
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { objects } from '../../schema/screenshots.ts';

export type ObjectRow = typeof objects.$inferSelect;
export type ObjectFacts = Pick<ObjectRow, 'sha256' | 'size' | 'contentType'>;

/** A sweep has ended, or its process has, this long after it began: whoever meets its mark then may go on. */
const sweepSeconds = 60;

const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;
const sweepIsOver = lt(objects.sweepingSince, secondsAgo(sweepSeconds));

export async function findObject(db: Queryable, sha256: string): Promise<ObjectRow | undefined> {
  const [row] = await db.select().from(objects).where(eq(objects.sha256, sha256));
  return row;
}

/** Sizes in bytes of stored objects, by their hashes. */
export async function findObjectSizes(db: Queryable, hashes: string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select({ sha256: objects.sha256, size: objects.size })
    .from(objects)
    .where(inArray(objects.sha256, hashes));
  return new Map(rows.map((row) => [row.sha256, row.size]));
}

/**
 * Records objects that are about to be put: new ones, and ones that were not recorded or seen in use for `holdSeconds`.
 * @returns the hashes that are not being swept just now, and the database's time in milliseconds
 */
export async function recordObjects(
  db: Queryable,
  given: ObjectFacts[],
  holdSeconds: number,
): Promise<{ recorded: string[]; at: number }> {
  const values = given.map(
    ({ sha256, size, contentType }) => sql`(${sha256}, ${size}::bigint, ${contentType})`,
  );
  // Not as constants in the text: the driver would send a `begin` after it on the same connection, and lose count of those.
  const rows = await db.execute<{ sha256: string | null; at: string }>(
    sql`
    with given (sha256, size, content_type) as (values ${sql.join(values, sql`, `)}),
    current as (
      select sha256 from ${objects} join given using (sha256)
      where sweeping_since is null and (suspect_since is null or suspect_since > ${secondsAgo(holdSeconds)})
    ),
    written as (
      insert into ${objects} as kept (sha256, size, content_type)
      select sha256, size, content_type from given where sha256 not in (select sha256 from current) order by sha256
      on conflict (sha256) do update set
        size = excluded.size, content_type = excluded.content_type, suspect_since = now(), sweeping_since = null
        where kept.sweeping_since is null or kept.sweeping_since < ${secondsAgo(sweepSeconds)}
      returning sha256
    )
    select sha256, extract(epoch from now()) * 1000 as at
    from (select sha256 from current union all select sha256 from written) recorded
    right join (select) always on true`,
  );
  return {
    recorded: rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])),
    at: Number(rows[0]!.at),
  };
}

/**
 * Keeps recorded objects from being swept until the transaction ends, by when something is to refer to them.
 * @param goodUntil the database's time in milliseconds after which they may have been swept and recorded anew
 * @returns false when one of them is swept or may have been: nothing may refer to it
 */
export async function shareLockObjects(tx: Queryable, hashes: string[], goodUntil: number): Promise<boolean> {
  if (hashes.length === 0) return true;
  // Constants in the text save a round trip.
  const held = await tx.execute(
    sql`
      select from ${objects}
      where sha256 in ${hashes} and sweeping_since is null
        and extract(epoch from clock_timestamp()) * 1000 < ${goodUntil}
      order by sha256 for key share`.inlineParams(),
  );
  return held.length === hashes.length;
}

/** To be called by who took a reference to these objects away, in the same transaction. */
export async function markObjectsSuspect(tx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const locked = tx
    .select({ sha256: objects.sha256 })
    .from(objects)
    .where(inArray(objects.sha256, hashes))
    .orderBy(objects.sha256)
    .for('no key update');
  await tx
    .update(objects)
    .set({ suspectSince: sql`clock_timestamp()` })
    .where(inArray(objects.sha256, locked));
}

/** Locks objects that have been suspect for `graceSeconds`, the longest first, but for those that somebody holds. */
export async function lockSuspectObjects(
  tx: Queryable,
  { graceSeconds, limit }: { graceSeconds: number; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ sha256: objects.sha256 })
    .from(objects)
    .where(
      and(lt(objects.suspectSince, secondsAgo(graceSeconds)), or(isNull(objects.sweepingSince), sweepIsOver)),
    )
    .orderBy(objects.suspectSince)
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map((row) => row.sha256);
}

export type Referrer = 'record' | 'key' | null;

/** What refers to each of the objects: a record of ours, otherwise an idempotency key, otherwise nothing. */
export async function findReferrers(tx: Queryable, hashes: string[]): Promise<Map<string, Referrer>> {
  const given = sql.join(
    hashes.map((hash) => sql`(${hash})`),
    sql`, `,
  );
  const rows = await tx.execute<{ sha256: string; referrer: Referrer }>(sql`
    select sha256, case
        when exists (select from screenshots where image = sha256)
          or exists (select from screenshots where thumbnail = sha256)
          or exists (select from screenshots where html = sha256)
          or exists (select from screenshots where text = sha256)
          or exists (select from content_checks where subject = sha256)
          or exists (select from content_checks where diff = sha256) then 'record'
        when exists (select from idempotency_keys where response_object = sha256) then 'key'
      end as referrer
    from (values ${given}) given (sha256)`);
  return new Map(rows.map(({ sha256, referrer }) => [sha256, referrer]));
}

/** Something was seen to refer to these, which are locked. */
export async function markObjectsReferenced(tx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length > 0)
    await tx
      .update(objects)
      .set({ suspectSince: null, sweepingSince: null })
      .where(inArray(objects.sha256, hashes));
}

/** Something refers to these, which are locked, and will go without a word: they are to be looked at again. */
export async function markObjectsSuspectAgain(tx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length > 0)
    await tx
      .update(objects)
      .set({ suspectSince: sql`now()`, sweepingSince: null })
      .where(inArray(objects.sha256, hashes));
}

/** Nothing refers to these, which are locked: from the commit on, nothing may. Answers the mark that they bear. */
export async function markObjectsSweeping(tx: Queryable, hashes: string[]): Promise<Date | null> {
  if (hashes.length === 0) return null;
  const [row] = await tx
    .update(objects)
    .set({ sweepingSince: sql`now()` })
    .where(inArray(objects.sha256, hashes))
    .returning({ mark: objects.sweepingSince });
  return row!.mark;
}

/** Deletes the rows of objects that were swept from the store, where they still have the mark. */
export async function deleteSweptObjects(db: Queryable, hashes: string[], mark: Date): Promise<void> {
  if (hashes.length === 0) return;
  const locked = db
    .select({ sha256: objects.sha256 })
    .from(objects)
    .where(and(inArray(objects.sha256, hashes), eq(objects.sweepingSince, mark)))
    .orderBy(objects.sha256)
    .for('update');
  await db.delete(objects).where(inArray(objects.sha256, locked));
}
