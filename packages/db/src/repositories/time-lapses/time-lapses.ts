import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { timeLapses } from '../../schema/time-lapses.ts';
import { lockAccountForCount } from '../accounts/lock-account-for-count.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { markObjectsSuspect } from '../objects/objects.ts';
import { readRows } from '../page.ts';

export type TimeLapseRow = typeof timeLapses.$inferSelect;
type NewTimeLapse = Pick<
  typeof timeLapses.$inferInsert,
  | 'accountId'
  | 'itemId'
  | 'periodFrom'
  | 'periodTo'
  | 'width'
  | 'framesPerSecond'
  | 'onlyChanges'
  | 'attemptsLeft'
  | 'requestId'
>;
type Key = { accountId: number; timeLapseId: number };

const ofKey = ({ accountId, timeLapseId }: Key) =>
  and(eq(timeLapses.id, timeLapseId), eq(timeLapses.accountId, accountId));

/** Whether the account has the item, even if it was removed or its schedule deleted. */
export async function hasItem(
  db: Queryable,
  { accountId, itemId }: { accountId: number; itemId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: scheduleItems.id })
    .from(scheduleItems)
    .where(and(eq(scheduleItems.id, itemId), eq(scheduleItems.accountId, accountId)));
  return rows.length > 0;
}

/** A page of an item's time-lapses. `db` must be a transaction of `Database.snapshot`. */
export async function listTimeLapses(
  db: Queryable,
  { accountId, itemId }: { accountId: number; itemId: number },
  request: PageRequest<SortField<'timeLapses'>>,
) {
  const ofItem = and(eq(timeLapses.itemId, itemId), eq(timeLapses.accountId, accountId));
  return readRows(db, timeLapses, ofItem, request);
}

/** Locks the account against other transactions that add time-lapses, and counts its time-lapses. */
export async function lockTimeLapseCount(
  tx: Queryable,
  { accountId }: { accountId: number },
): Promise<{ all: number; unfinished: number }> {
  await lockAccountForCount(tx, { accountId });
  const [row] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      unfinished: sql<number>`(count(*) filter (where ${timeLapses.status} in ('PENDING', 'PROCESSING')))::int`,
    })
    .from(timeLapses)
    .where(eq(timeLapses.accountId, accountId));
  return row!;
}

export async function insertTimeLapse(tx: Queryable, row: NewTimeLapse): Promise<TimeLapseRow> {
  const [inserted] = await tx.insert(timeLapses).values(row).returning();
  return inserted!;
}

export async function findTimeLapse(db: Queryable, key: Key): Promise<TimeLapseRow | undefined> {
  const [row] = await db.select().from(timeLapses).where(ofKey(key));
  return row;
}

/** Like `findTimeLapse`, but also locks the row. */
export async function lockTimeLapse(tx: Queryable, key: Key): Promise<TimeLapseRow | undefined> {
  const [row] = await tx.select().from(timeLapses).where(ofKey(key)).for('update');
  return row;
}

/**
 * Deletes locked time-lapses and marks their objects as suspect. A worker that is creating one of them detects the
 * deletion at its next statement.
 */
export async function deleteTimeLapses(
  tx: Queryable,
  { accountId, timeLapseIds }: { accountId: number; timeLapseIds: number[] },
): Promise<void> {
  await deleteRows(tx, and(inArray(timeLapses.id, timeLapseIds), eq(timeLapses.accountId, accountId)));
}

/** `deleteTimeLapses` for time-lapses of any account. */
export async function deleteTimeLapsesOfAny(tx: Queryable, timeLapseIds: number[]): Promise<void> {
  await deleteRows(tx, inArray(timeLapses.id, timeLapseIds));
}

async function deleteRows(tx: Queryable, selected: SQL | undefined): Promise<void> {
  const deleted = await tx.delete(timeLapses).where(selected).returning({ object: timeLapses.object });
  await markObjectsSuspect(tx, [...new Set(deleted.flatMap(({ object }) => object ?? []))]);
}

/**
 * Reads the next `limit` time-lapses by ID. Locks finished time-lapses whose captures are all past their retention, except those that
 * another transaction has locked.
 * @param options.defaultDays retention of captures whose schedule does not define one; null keeps them forever
 * @returns the locked time-lapses, and the last one read; null at the end
 */
export async function lockExpiredTimeLapses(
  tx: Queryable,
  { defaultDays, after, limit }: { defaultDays: number | null; after: number; limit: number },
): Promise<{ ids: number[]; last: number | null }> {
  // A subquery finds each retention value, because the planner might read all schedules for a join.
  const retentionDays = sql`(
    select s.retention_days from ${scheduleItems} i join ${schedules} s on s.id = i.schedule_id where i.id = item_id limit 1)`;
  const rows = await tx.execute<{ id: string; expired: boolean }>(sql`
    select id, status in ('SUCCESS', 'FAILED') and coalesce(last_frame_at, completed_at)
      < now() - make_interval(hours => 24 * coalesce(${retentionDays}, ${defaultDays}::integer)) is true as expired
    from (select * from ${timeLapses} where id > ${after} order by id limit ${limit}) part order by id`);
  const found = rows.filter(({ expired }) => expired).map(({ id }) => Number(id));
  const last = rows.length < limit ? null : Number(rows.at(-1)!.id);
  if (found.length === 0) return { ids: [], last };
  const locked = await tx.execute<{ id: string }>(sql`
    select id from ${timeLapses} where ${hasOneOfIds(sql`id`, found)} for update skip locked`);
  return { ids: locked.map(({ id }) => Number(id)), last };
}
