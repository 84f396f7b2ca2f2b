// Statements that wait for locks on several objects acquire them in hash order to avoid deadlocks. ADR 14 explains why objects with references are never swept.
import { eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { objects } from '../../schema/objects.ts';
import { hasOneOfHashes, isElement, isSelected } from '../has-one-of.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { arrayText, preparedStatement } from '../prepared-statement.ts';

export type ObjectRow = typeof objects.$inferSelect;
export type ObjectFacts = Pick<ObjectRow, 'sha256' | 'size' | 'contentType'>;

/** Seconds after which another sweep takes over a mark: ten times the time limit for a sweep's requests (ADR 14). */
const takeOverSeconds = 300;

/**
 * The current time, which is the same in all rows of a statement. `now()` would return the start of the transaction,
 * which may be seconds earlier.
 */
const clock = sql`(select clock_timestamp())`;
const secondsAgo = (seconds: number | SQL) => sql`now() - make_interval(secs => ${seconds})`;
const sweepWasInterrupted = lt(objects.sweepingSince, secondsAgo(takeOverSeconds));

export async function findObject(db: Queryable, sha256: string): Promise<ObjectRow | undefined> {
  const [row] = await db.select().from(objects).where(eq(objects.sha256, sha256));
  return row;
}

/** The sizes of objects in bytes, by hash. */
export async function findObjectSizes(db: Queryable, hashes: string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select({ sha256: objects.sha256, size: objects.size })
    .from(objects)
    .where(inArray(objects.sha256, hashes));
  return new Map(rows.map((row) => [row.sha256, row.size]));
}

/** An object that may be written to the store. */
export type RecordedObject = {
  sha256: string;
  /** Null if the key consists only of the hash. */
  keySuffix: string | null;
  /** Whether a record refers to the object. If so, the object is in the store. */
  stored: boolean;
  /** Whether the object in the store is known to be missing or damaged. */
  unreadable: boolean;
};

/**
 * Inserts or refreshes the rows of objects that are about to be written to the store. Rows that are referenced, or that
 * became suspect less than `holdSeconds` ago, do not change. An object that is being swept gets a different key, so that
 * the sweep does not delete it.
 * @param given distinct objects
 * @returns the objects in any order, and the database time in milliseconds
 */
export async function recordObjects(
  db: Queryable,
  given: ObjectFacts[],
  holdSeconds: number,
): Promise<{ recorded: RecordedObject[]; at: number }> {
  const rows = await recordGiven(db, { given: JSON.stringify(given), holdSeconds });
  return {
    recorded: rows.flatMap(({ sha256, key_suffix: keySuffix, stored, unreadable }) =>
      sha256 === null ? [] : [{ sha256, keySuffix, stored, unreadable }],
    ),
    at: Number(rows[0]!.at),
  };
}

// Without `inlineParams`, or with a simple query, the driver would send a `begin` on the same connection and lose track
// of that connection.
const recordGiven = preparedStatement<
  { given: string; holdSeconds: number },
  { sha256: string | null; key_suffix: string | null; stored: boolean; unreadable: boolean; at: string }
>(
  'record_objects',
  (value) => sql`
    with given as (
      select sha256, size, "contentType" as content_type
      from jsonb_to_recordset(${value('given')}::jsonb) as g (sha256 text, size bigint, "contentType" text)
    ),
    current as (
      select sha256, key_suffix, unreadable_since is not null as unreadable,
        suspect_since is null and unreadable_since is null and kept.size = given.size as stored
      from ${objects} kept join given using (sha256)
      where sweeping_since is null
        and (suspect_since is null or suspect_since > ${secondsAgo(sql`${value('holdSeconds')}::float8`)})
    ),
    written as (
      insert into ${objects} as kept (sha256, size, content_type)
      select sha256, size, content_type from given where sha256 not in (select sha256 from current) order by sha256
      on conflict (sha256) do update set
        size = excluded.size, content_type = excluded.content_type, suspect_since = now(), sweeping_since = null,
        key_suffix = case when kept.sweeping_since is null then kept.key_suffix else gen_random_uuid() end
      returning sha256, key_suffix, unreadable_since is not null as unreadable
    )
    select sha256, key_suffix, stored, unreadable, extract(epoch from now()) * 1000 as at
    from (
      select sha256, key_suffix, stored, unreadable from current
      union all select sha256, key_suffix, false, unreadable from written
    ) recorded
    right join (select) always on true`,
);

/** Marks unreadable objects, except those that are being swept. Returns the number of newly marked objects. */
export async function markObjectsUnreadable(db: Queryable, hashes: string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const locked = sql`
    select sha256 from ${objects}
    where ${hasOneOfHashes(sql`sha256`, hashes)} and unreadable_since is null and sweeping_since is null
    order by sha256 for no key update`;
  const marked = await db
    .update(objects)
    .set({ unreadableSince: clock })
    .where(isSelected(objects.sha256, locked))
    .returning({ sha256: objects.sha256 });
  return marked.length;
}

/**
 * Removes the marks that `markObjectsUnreadable` set, after the objects were successfully written or read.
 * @param before database time in milliseconds before the write or read; later marks are kept
 */
export async function markObjectsReadable(db: Queryable, hashes: string[], before: number): Promise<void> {
  if (hashes.length === 0) return;
  const locked = sql`
    select sha256 from ${objects}
    where ${hasOneOfHashes(sql`sha256`, hashes)} and extract(epoch from unreadable_since) * 1000 <= ${before}::float8
    order by sha256 for no key update`;
  await db.update(objects).set({ unreadableSince: null }).where(isSelected(objects.sha256, locked));
}

/**
 * Locks recorded objects against sweeping until the end of the transaction, which must add references to them.
 * @param goodUntil database time in milliseconds; after it, the objects may have been swept and recorded again
 * @returns false if one of the objects is being swept or may have been swept; records must not refer to that object
 */
export async function shareLockObjects(tx: Queryable, hashes: string[], goodUntil: number): Promise<boolean> {
  if (hashes.length === 0) return true;
  const held = await lockShared(tx, { hashes: arrayText(hashes), goodUntil });
  return held.length === hashes.length;
}

/**
 * The statement of `shareLockObjects`, which returns a row for each locked object.
 * @param hashes a `text[]` array
 */
export const shareLock = (hashes: SQL, goodUntil: SQL): SQL => sql`
  select from ${objects}
  where ${isElement(sql`sha256`, hashes)} and sweeping_since is null and extract(epoch from clock_timestamp()) * 1000 < ${goodUntil}
  order by sha256 for key share`;

const lockShared = preparedStatement<{ hashes: string; goodUntil: number }, Record<string, never>>(
  'lock_shared',
  (value) => shareLock(sql`${value('hashes')}::text[]`, sql`${value('goodUntil')}::float8`),
);

/**
 * Clears the suspect mark of objects that the transaction has added references to. Call this last, because nothing may
 * wait for a lock after it. It never waits, because it skips objects that another transaction has locked. These objects
 * remain suspect until the sweep finds the reference.
 */
export async function markObjectsUsed(tx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx.execute(
    sql`
    update ${objects} set suspect_since = null where sha256 in (
      select sha256 from ${objects} where sha256 in ${hashes} and suspect_since is not null and sweeping_since is null
      for no key update skip locked)`.inlineParams(),
  );
}

/** Marks objects as suspect. Every transaction that removes a reference to an object must call this. */
export async function markObjectsSuspect(tx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const locked = sql`
    select sha256 from ${objects} where ${hasOneOfHashes(sql`sha256`, hashes)} order by sha256 for no key update`;
  await tx
    .update(objects)
    .set({ suspectSince: sql`clock_timestamp()` })
    .where(isSelected(objects.sha256, locked));
}

/** A locked object that may be swept. */
export type SuspectObject = {
  sha256: string;
  keySuffix: string | null;
  /**
   * Whether an earlier sweep was interrupted after it had marked the object. The request of that sweep may still take
   * effect.
   */
  interrupted: boolean;
};

/** Locks objects that have been suspect for `graceSeconds`, oldest first, except those that another transaction has locked. */
export async function lockSuspectObjects(
  tx: Queryable,
  { graceSeconds, limit }: { graceSeconds: number; limit: number },
): Promise<SuspectObject[]> {
  const rows = await tx.execute<{ sha256: string; key_suffix: string | null; interrupted: boolean }>(sql`
    select sha256, key_suffix, sweeping_since is not null as interrupted from ${objects}
    where suspect_since < ${secondsAgo(graceSeconds)} and (sweeping_since is null or ${sweepWasInterrupted})
    order by suspect_since ${hiddenLimit(limit)} for update skip locked`);
  return rows.map(({ key_suffix: keySuffix, ...row }) => ({ ...row, keySuffix }));
}

export type Referrer = 'record' | 'temporary' | null;

/**
 * The kind of reference to each object: `record` for a screenshot, a derived object or a check; otherwise `temporary` for an
 * idempotency key or a delivery that has not ended; otherwise null.
 */
export async function findReferrers(tx: Queryable, hashes: string[]): Promise<Map<string, Referrer>> {
  const given = sql.join(
    hashes.map((hash) => sql`(${hash})`),
    sql`, `,
  );
  // One index search per hash. With `exists`, the planner might read all references to find those to many hashes.
  const refers = (table: string, column: string) =>
    sql.raw(`(select true from ${table} where ${column} = sha256 limit 1)`);
  const rows = await tx.execute<{ sha256: string; referrer: Referrer }>(sql`
    select sha256, case
        when ${refers('screenshots', 'image')}
          or ${refers('screenshots', 'thumbnail')}
          or ${refers('screenshots', 'html')}
          or ${refers('screenshots', 'text')}
          or ${refers('content_checks', 'subject')}
          or ${refers('content_checks', 'diff')}
          or ${refers('first_looks', 'image')}
          or ${refers('first_looks', 'thumbnail')}
          or ${refers('first_looks', 'html')}
          or ${refers('first_looks', 'text')}
          or ${refers('image_variants', 'object')}
          or ${refers('tile_pyramids', 'object')}
          or ${refers('time_lapses', 'object')} then 'record'
        when ${refers('idempotency_keys', 'response_object')}
          or (select true from delivery_pictures p join deliveries d on d.id = p.delivery_id
            where p.object = sha256 and d.completed_at is null limit 1) then 'temporary'
      end as referrer
    from (values ${given}) given (sha256)`);
  return new Map(rows.map(({ sha256, referrer }) => [sha256, referrer]));
}

/** Marks locked objects that have references as no longer suspect. */
export async function markObjectsReferenced(tx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length > 0)
    await tx
      .update(objects)
      .set({ suspectSince: null, sweepingSince: null })
      .where(hasOneOfHashes(objects.sha256, hashes));
}

/**
 * Marks locked objects as suspect from now on if only idempotency keys or deliveries refer to them, because keys expire
 * and deliveries end without marking objects.
 */
export async function markObjectsSuspectAgain(tx: Queryable, hashes: string[]): Promise<void> {
  if (hashes.length > 0)
    await tx
      .update(objects)
      .set({ suspectSince: clock, sweepingSince: null })
      .where(hasOneOfHashes(objects.sha256, hashes));
}

/** Marks locked, unreferenced objects as being swept, so that records can no longer refer to them. Returns the mark. */
export async function markObjectsSweeping(tx: Queryable, hashes: string[]): Promise<Date | null> {
  if (hashes.length === 0) return null;
  const [row] = await tx
    .update(objects)
    .set({ sweepingSince: clock })
    .where(hasOneOfHashes(objects.sha256, hashes))
    .returning({ mark: objects.sweepingSince });
  return row!.mark;
}

const lockMarked = (hashes: string[], mark: Date) => sql`
  select sha256 from ${objects} where ${hasOneOfHashes(sql`sha256`, hashes)} and ${eq(objects.sweepingSince, mark)}
  order by sha256 for update`;

/** Deletes the rows of objects that were deleted from the store, if the rows still have the mark. */
export async function deleteSweptObjects(db: Queryable, hashes: string[], mark: Date): Promise<void> {
  if (hashes.length > 0) await db.delete(objects).where(isSelected(objects.sha256, lockMarked(hashes, mark)));
}

/**
 * For objects that were deleted from the store and whose rows still have the mark, keeps the rows but gives them a new
 * key and marks them as suspect. A request of the interrupted sweep may still delete the previous key, so no content may
 * be stored under it for a grace period.
 */
export async function replaceSweptKeys(db: Queryable, hashes: string[], mark: Date): Promise<void> {
  if (hashes.length > 0)
    await db
      .update(objects)
      .set({ keySuffix: sql`gen_random_uuid()`, suspectSince: clock, sweepingSince: null })
      .where(isSelected(objects.sha256, lockMarked(hashes, mark)));
}
