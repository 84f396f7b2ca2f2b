import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, asc, count, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { schedules } from '../../schema/schedules.ts';
import { pageOrder, readPage } from '../page.ts';

export type ScheduleRow = typeof schedules.$inferSelect;
export type NewSchedule = typeof schedules.$inferInsert;
export type ScheduleChanges = Partial<Omit<NewSchedule, 'id' | 'accountId'>>;
/** A schedule whose time has come, and whether a run of it goes on. */
export type DueSchedule = ScheduleRow & { nextRunAt: Date; running: boolean };

const visible = (accountId: number) => and(eq(schedules.accountId, accountId), isNull(schedules.deletedAt));

export async function insertSchedule(db: Queryable, schedule: NewSchedule): Promise<ScheduleRow> {
  const [row] = await db.insert(schedules).values(schedule).returning();
  return row!;
}

export async function findSchedule(
  db: Queryable,
  key: { accountId: number; scheduleId: number },
): Promise<ScheduleRow | undefined> {
  const [row] = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, key.scheduleId), visible(key.accountId)));
  return row;
}

/** As `findSchedule`, and nobody else changes the schedule until the transaction ends. */
export async function lockSchedule(
  tx: Queryable,
  key: { accountId: number; scheduleId: number },
): Promise<ScheduleRow | undefined> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, key.scheduleId), visible(key.accountId)))
    .for('update');
  return row;
}

export async function listSchedules(
  db: Queryable,
  accountId: number,
  request: PageRequest<SortField<'schedules'>>,
) {
  const [total] = await db.select({ value: count() }).from(schedules).where(visible(accountId));
  return readPage(request, total!.value, ({ offset, limit, direction }) =>
    db
      .select()
      .from(schedules)
      .where(visible(accountId))
      .orderBy(...pageOrder(schedules[request.sort.field], schedules.id, direction))
      .limit(limit)
      .offset(offset),
  );
}

export async function updateSchedule(
  tx: Queryable,
  scheduleId: number,
  changes: ScheduleChanges,
): Promise<ScheduleRow> {
  const [row] = await tx
    .update(schedules)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(schedules.id, scheduleId))
    .returning();
  return row!;
}

/** What a run that was due leaves of its schedule; `started` unless it was skipped. */
export type Advance = Pick<ScheduleRow, 'id' | 'status' | 'nextRunAt'> & { started: boolean };

/** Sets the next runs of schedules, which the transaction has locked, and counts the runs that it starts. */
export async function advanceSchedules(tx: Queryable, advances: Advance[]): Promise<void> {
  if (advances.length === 0) return;
  await tx.execute(sql`
    update ${schedules} s set
      status = a.status,
      next_run_at = a."nextRunAt",
      runs = s.runs + case when a.started then 1 else 0 end,
      last_run_at = case when a.started then now() else s.last_run_at end,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(advances)}::jsonb) as a (
      id bigint, status text, "nextRunAt" timestamptz, started boolean)
    where s.id = a.id`);
}

/** Hides the schedule and stops it. */
export async function softDeleteSchedule(tx: Queryable, scheduleId: number): Promise<void> {
  await tx
    .update(schedules)
    .set({ deletedAt: sql`now()`, nextRunAt: null, updatedAt: sql`now()` })
    .where(eq(schedules.id, scheduleId));
}

/** Locks schedules whose time has come by the database's clock, skipping those that another scheduler holds. */
export async function lockDueSchedules(tx: Queryable, limit: number): Promise<DueSchedule[]> {
  const rows = await tx
    .select()
    .from(schedules)
    // A subquery's value is not estimated: otherwise few are thought to be due, and all that are would be read and sorted.
    .where(lte(schedules.nextRunAt, sql`(select now())`))
    .orderBy(asc(schedules.nextRunAt))
    .limit(limit)
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

/** The database's clock, which alone decides what is due. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const [row] = await db.execute<{ now: string }>(sql`select to_json(now()::timestamptz(3)) as now`);
  return new Date(row!.now);
}

/** Whether the database ever had a schedule, hidden ones included. */
export async function hasSchedules(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: schedules.id }).from(schedules).limit(1);
  return rows.length > 0;
}
