import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, asc, count, eq, gte, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { schedules } from '../../schema/schedules.ts';
import { containsText } from '../contains-text.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { isAfter, pageOrder, readPage } from '../page.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { isTaggedSchedule, type TagFilter } from '../tag-filter.ts';

export type ScheduleRow = typeof schedules.$inferSelect;
export type NewSchedule = typeof schedules.$inferInsert;
export type ScheduleChanges = Partial<Omit<NewSchedule, 'id' | 'accountId'>>;
/** A schedule that is due. `running` indicates whether one of its executions is still active. */
export type DueSchedule = ScheduleRow & { nextRunAt: Date; running: boolean };

type Key = { accountId: number; scheduleId: number };

const visible = (accountId: number) => and(eq(schedules.accountId, accountId), isNull(schedules.deletedAt));
const ofKey = ({ accountId, scheduleId }: Key) =>
  and(eq(schedules.id, scheduleId), eq(schedules.accountId, accountId));

export async function insertSchedule(db: Queryable, schedule: NewSchedule): Promise<ScheduleRow> {
  const [row] = await db.insert(schedules).values(schedule).returning();
  return row!;
}

export async function findSchedule(db: Queryable, key: Key): Promise<ScheduleRow | undefined> {
  const [row] = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, key.scheduleId), visible(key.accountId)));
  return row;
}

/** Whether an account has or had a schedule. */
export async function hasHadSchedule(db: Queryable, key: Key): Promise<boolean> {
  const rows = await db.select({ id: schedules.id }).from(schedules).where(ofKey(key));
  return rows.length > 0;
}

/** Like `findSchedule`, but also locks the schedule until the transaction ends. */
export async function lockSchedule(tx: Queryable, key: Key): Promise<ScheduleRow | undefined> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, key.scheduleId), visible(key.accountId)))
    .for('update');
  return row;
}

/** Names are sorted by the Unicode collation algorithm: apple, Äpfel, Zebra. */
export const sortColumn = (field: SortField<'schedules'>) =>
  field === 'name' ? sql`${schedules.name} collate "und-x-icu"` : schedules[field];

/** The filter for a list of schedules; null fields do not filter. */
export type ScheduleFilter = TagFilter & {
  status: ScheduleRow['status'] | null;
  /** A substring of the name. */
  name: string | null;
  /** The bounds of the next run, inclusive. A schedule without a next run does not match any period. */
  nextRunFrom: Date | null;
  nextRunTo: Date | null;
};

export const noScheduleFilter: ScheduleFilter = {
  status: null,
  name: null,
  nextRunFrom: null,
  nextRunTo: null,
  tags: null,
};

/** A page of an account's schedules. `db` must be a transaction of `Database.snapshot`. */
export async function listSchedules(
  db: Queryable,
  { accountId }: { accountId: number },
  request: PageRequest<SortField<'schedules'>> & Partial<ScheduleFilter>,
) {
  const { field } = request.sort;
  const { id } = schedules;
  const where = and(visible(accountId), ...conditions({ ...noScheduleFilter, ...request }));
  return readPage(request, {
    count: async () => {
      const [total] = await db.select({ value: count() }).from(schedules).where(where);
      return total!.value;
    },
    read: (window) =>
      db
        .select()
        .from(schedules)
        .where(and(where, isAfter(schedules[field], id, window)))
        .orderBy(...pageOrder(sortColumn(field), id, window.direction))
        .limit(window.limit)
        .offset(window.offset),
    sortValue: (row) => row[field],
  });
}

function conditions({ status, name, nextRunFrom, nextRunTo, tags }: ScheduleFilter): SQL[] {
  return [
    ...(status === null ? [] : [eq(schedules.status, status)]),
    ...(name === null ? [] : [containsText(schedules.name, name)]),
    ...(nextRunFrom === null ? [] : [gte(schedules.nextRunAt, nextRunFrom)]),
    ...(nextRunTo === null ? [] : [lte(schedules.nextRunAt, nextRunTo)]),
    ...(tags === null ? [] : [isTaggedSchedule(tags)]),
  ];
}

/** Changes a schedule and its `updatedAt`. */
export async function updateSchedule(
  tx: Queryable,
  key: Key,
  changes: ScheduleChanges,
): Promise<ScheduleRow> {
  const [row] = await tx
    .update(schedules)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(ofKey(key))
    .returning();
  return row!;
}

const touch = preparedStatement<Key, { id: string }>(
  'touch_schedule',
  (value) => sql`
    update ${schedules} set updated_at = now()
    where id = ${value('scheduleId')}::bigint and account_id = ${value('accountId')}::bigint and deleted_at is null returning id`,
);

/**
 * Updates a schedule's `updatedAt` because its items change, and locks the schedule until the transaction ends. False if the
 * account has no such schedule.
 */
export async function touchSchedule(tx: Queryable, key: Key): Promise<boolean> {
  return (await touch(tx, key)).length > 0;
}

/** Records the start of a manual run. `updatedAt` stays the same. */
export async function recordManualRun(tx: Queryable, key: Key, startedAt: Date): Promise<void> {
  await tx.update(schedules).set({ lastRunAt: startedAt }).where(ofKey(key));
}

/** The state of a schedule after a due run. `started` is false for a skipped run. */
export type Advance = Pick<ScheduleRow, 'id' | 'status' | 'nextRunAt'> & { started: boolean };

/** Sets the next runs of locked schedules and counts the started runs. `updatedAt` stays the same. */
export async function advanceSchedules(tx: Queryable, advances: Advance[]): Promise<void> {
  if (advances.length === 0) return;
  await tx.execute(sql`
    update ${schedules} s set
      status = a.status,
      next_run_at = a."nextRunAt",
      runs = s.runs + case when a.started then 1 else 0 end,
      last_run_at = case when a.started then now() else s.last_run_at end
    from jsonb_to_recordset(${JSON.stringify(advances)}::jsonb) as a (
      id bigint, status text, "nextRunAt" timestamptz, started boolean)
    where s.id = a.id`);
}

/** Marks a schedule as deleted, which also stops its runs. */
export async function softDeleteSchedule(tx: Queryable, key: Key): Promise<void> {
  await tx
    .update(schedules)
    .set({ deletedAt: sql`now()`, nextRunAt: null, updatedAt: sql`now()` })
    .where(ofKey(key));
}

/** The due schedules to select: only these, or all except these. */
export type DueSelection = { limit: number } & ({ only: number[] } | { except: number[] });

/** Locks schedules that are due (database clock), except those that another scheduler has locked. */
export async function lockDueSchedules(tx: Queryable, selection: DueSelection): Promise<DueSchedule[]> {
  const selected =
    'only' in selection
      ? hasOneOfIds(schedules.id, selection.only)
      : selection.except.length > 0
        ? not(hasOneOfIds(schedules.id, selection.except))
        : undefined;
  const rows = await tx
    .select()
    .from(schedules)
    // The subquery keeps the planner from estimating that only a few schedules are due. With that estimate, it would read
    // and sort all due schedules.
    .where(and(lte(schedules.nextRunAt, sql`(select now())`), selected))
    .orderBy(asc(schedules.nextRunAt))
    .limit(selection.limit)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return [];
  const running = await tx
    .selectDistinct({ scheduleId: scheduleExecutions.scheduleId })
    .from(scheduleExecutions)
    .where(
      and(
        eq(scheduleExecutions.status, 'PROCESSING'),
        sql`${scheduleExecutions.scheduleId} in ${rows.map((row) => row.id)}`,
      ),
    );
  const ids = new Set(running.map((row) => row.scheduleId));
  return rows.map((row) => ({ ...row, nextRunAt: row.nextRunAt!, running: ids.has(row.id) }));
}

/** The current database time, which determines what is due. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const [row] = await db.execute<{ now: string }>(sql`select to_json(now()::timestamptz(3)) as now`);
  return new Date(row!.now);
}

/** Whether the database contains any schedule, including deleted ones. */
export async function hasSchedules(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: schedules.id }).from(schedules).limit(1);
  return rows.length > 0;
}
