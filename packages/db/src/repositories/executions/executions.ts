import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { defaultColumns, settingColumns, settingValues } from './run-settings.ts';

export type ExecutionRow = typeof scheduleExecutions.$inferSelect;
type Key = { accountId: number; executionId: number };
type ExecutionsKey = { accountId: number; executionIds: number[] };
type StartOptions = {
  attempts: number;
  requestId?: string | null | undefined;
  /** The `traceparent` of the captures of each execution, by ID; absent for executions without a trace. */
  traceParents?: Readonly<Record<number, string>>;
  /** Whether the retry also captures items whose captures do not show the requested page. */
  includeUnexpected?: boolean;
};

const ofKey = ({ accountId, executionId }: Key) =>
  and(eq(scheduleExecutions.id, executionId), eq(scheduleExecutions.accountId, accountId));

export type NewExecution = typeof scheduleExecutions.$inferInsert;

/** Inserts executions, except where the schedule already has one for the same scheduled time. */
export async function insertExecutions(tx: Queryable, executions: NewExecution[]): Promise<ExecutionRow[]> {
  if (executions.length === 0) return [];
  return tx
    .insert(scheduleExecutions)
    .values(executions)
    .onConflictDoNothing({ target: [scheduleExecutions.scheduleId, scheduleExecutions.scheduledFor] })
    .returning();
}

/**
 * Inserts a PENDING screenshot and its capture for each item of the schedule, or for each failed item of the retried execution.
 * Sets `total_items`. An execution without items becomes COMPLETED.
 */
export async function startExecutions(
  tx: Queryable,
  { accountId, executionIds }: ExecutionsKey,
  options: StartOptions,
): Promise<ExecutionRow[]> {
  return start(tx, executionIds, { ...options, accountId });
}

/** Like `startExecutions`, but for executions of any account. */
export async function startExecutionsOfAny(
  tx: Queryable,
  executionIds: number[],
  options: StartOptions,
): Promise<ExecutionRow[]> {
  return start(tx, executionIds, { ...options, accountId: null });
}

async function start(
  tx: Queryable,
  executionIds: number[],
  {
    attempts,
    requestId = null,
    traceParents = {},
    includeUnexpected = false,
    accountId,
  }: StartOptions & { accountId: number | null },
): Promise<ExecutionRow[]> {
  if (executionIds.length === 0) return [];
  const ofAccount = accountId === null ? sql`` : sql` and e.account_id = ${accountId}`;
  const unexpected = includeUnexpected ? sql` or f.verdict <> 'content'` : sql``;
  await tx.execute(sql`
    with plans as materialized (
      select p.id, p.options, d.* from ${schedules} p left join jsonb_to_record(p.defaults) as d (${defaultColumns}) on true
      where p.id in (select schedule_id from ${scheduleExecutions} where id in ${executionIds})
    ), added as (
      insert into ${screenshots} (account_id, execution_id, item_id, source, status, ${settingColumns})
      select e.account_id, e.id, i.id, 'SCHEDULED_SCREENSHOT', 'PENDING', ${settingValues}
      from ${scheduleExecutions} e join ${scheduleItems} i
        on i.schedule_id = e.schedule_id and i.account_id = e.account_id and i.removed_at is null
      join plans p on p.id = e.schedule_id
      where e.id in ${executionIds}${ofAccount} and (e.retry_of is null or exists (
        select from ${screenshots} f
          where f.execution_id = e.retry_of and f.account_id = e.account_id and f.item_id = i.id and (f.status = 'FAILED'${unexpected})))
      order by e.id, i.position
      returning id, account_id, execution_id, source
    ), waiting as (
      insert into ${captures} (screenshot_id, account_id, execution_id, source, request_id, trace_parent, attempts_left)
      select id, account_id, execution_id, source, ${requestId}::text, ${JSON.stringify(traceParents)}::jsonb ->> execution_id::text, ${attempts}::smallint
      from added order by id
    ), counts as (
      select e.id, count(added.execution_id) as items
      from ${scheduleExecutions} e left join added on added.execution_id = e.id
      where e.id in ${executionIds}${ofAccount} group by e.id
    )
    update ${scheduleExecutions} e set
      total_items = counts.items,
      status = case when counts.items = 0 then 'COMPLETED' else e.status end,
      completed_at = case when counts.items = 0 then now() else e.completed_at end
    from counts where e.id = counts.id`);
  const account = accountId === null ? undefined : eq(scheduleExecutions.accountId, accountId);
  return tx
    .select()
    .from(scheduleExecutions)
    .where(and(inArray(scheduleExecutions.id, executionIds), account));
}

/** Records in a new execution how many items have no check, and appends a sentence to its outcome reason. */
export async function recordUncheckedItems(
  tx: Queryable,
  key: Key,
  { items, sentence }: { items: number; sentence: string },
): Promise<void> {
  await tx
    .update(scheduleExecutions)
    .set({
      uncheckedItems: items,
      outcomeReason: sql`concat_ws(' ', ${scheduleExecutions.outcomeReason}, ${sentence}::text)`,
    })
    .where(ofKey(key));
}

export async function findExecution(db: Queryable, key: Key): Promise<ExecutionRow | undefined> {
  const [row] = await db.select().from(scheduleExecutions).where(ofKey(key));
  return row;
}

/** Returns, by execution ID, the schedule and the number of items without a check. */
export async function findRuns(
  db: Queryable,
  { accountId, executionIds }: ExecutionsKey,
): Promise<Map<number, { scheduleId: number; uncheckedItems: number }>> {
  if (executionIds.length === 0) return new Map();
  const { id, scheduleId, uncheckedItems } = scheduleExecutions;
  const rows = await db
    .select({ id, scheduleId, uncheckedItems })
    .from(scheduleExecutions)
    .where(and(inArray(id, executionIds), eq(scheduleExecutions.accountId, accountId)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A scheduled execution whose captures all failed. */
export type FailedRun = Key & { scheduleId: number };

/** Whether any of the execution's captures was canceled. */
export async function hasCancelledCapture(db: Queryable, { accountId, executionId }: Key): Promise<boolean> {
  const rows = await db
    .select({ id: screenshots.id })
    .from(screenshots)
    .where(
      and(
        eq(screenshots.executionId, executionId),
        eq(screenshots.accountId, accountId),
        eq(screenshots.failureCode, 'cancelled'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
