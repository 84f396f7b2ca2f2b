import type { PageRequest, SortField } from '@shotclock/contracts';
import { count, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { scheduleExecutions } from '../schema/executions.ts';
import { scheduleItems } from '../schema/schedules.ts';
import { screenshots } from '../schema/screenshots.ts';
import { pageOffset, pageOrder } from './page.ts';

export type ExecutionRow = typeof scheduleExecutions.$inferSelect;
export type NewExecution = typeof scheduleExecutions.$inferInsert;

/** Creates executions; one whose scheduled time already has one is left out. */
export async function insertExecutions(tx: Queryable, executions: NewExecution[]): Promise<ExecutionRow[]> {
  if (executions.length === 0) return [];
  return tx
    .insert(scheduleExecutions)
    .values(executions)
    .onConflictDoNothing({ target: [scheduleExecutions.scheduleId, scheduleExecutions.scheduledFor] })
    .returning();
}

const settingColumns = sql.raw(
  `url, width, height, full_page, format, response_type, quality, delay, wait_until, wait_until_timeout, wait_for, crop,
   element, thumbnail_width, user_agent, accept_language, extract_html, extract_text`,
);

/**
 * Gives each execution a PENDING screenshot for every item of its schedule and sets `total_items` to their number;
 * an execution without items is COMPLETED at once.
 */
export async function startExecutions(
  tx: Queryable,
  executionIds: number[],
  attempts: number,
): Promise<ExecutionRow[]> {
  if (executionIds.length === 0) return [];
  await tx.execute(sql`
    with added as (
      insert into ${screenshots} (account_id, execution_id, item_id, source, status, attempts_left, ${settingColumns})
      select e.account_id, e.id, i.id, 'SCHEDULED_SCREENSHOT', 'PENDING', ${attempts}::smallint, ${settingColumns}
      from ${scheduleExecutions} e join ${scheduleItems} i on i.schedule_id = e.schedule_id and i.removed_at is null
      where e.id in ${executionIds}
      order by e.id, i.position
      returning execution_id
    ), counts as (select execution_id, count(*) as items from added group by execution_id)
    update ${scheduleExecutions} e set total_items = counts.items from counts where e.id = counts.execution_id`);
  await tx.execute(sql`
    update ${scheduleExecutions} set status = 'COMPLETED', completed_at = now()
    where id in ${executionIds} and total_items = 0 and status = 'PROCESSING'`);
  return tx.select().from(scheduleExecutions).where(inArray(scheduleExecutions.id, executionIds));
}

/** Adds a sentence to why an execution ended, or starts, other than expected. */
export async function addOutcomeReason(tx: Queryable, executionId: number, sentence: string): Promise<void> {
  await tx
    .update(scheduleExecutions)
    .set({ outcomeReason: sql`concat_ws(' ', ${scheduleExecutions.outcomeReason}, ${sentence}::text)` })
    .where(eq(scheduleExecutions.id, executionId));
}

/** Counts one settled screenshot; the last one ends the execution. Runs in the transaction that settles the screenshot. */
export async function countSettled(tx: Queryable, executionId: number, succeeded: boolean): Promise<void> {
  await tx.execute(sql`
    update ${scheduleExecutions} set
      successful_items = successful_items + ${succeeded ? 1 : 0},
      failed_items = failed_items + ${succeeded ? 0 : 1},
      status = case
        when successful_items + failed_items + 1 < total_items then status
        when successful_items + ${succeeded ? 1 : 0} > 0 then 'COMPLETED'
        else 'FAILED' end,
      completed_at = case when successful_items + failed_items + 1 < total_items then null else clock_timestamp() end
    where id = ${executionId}`);
}

export async function listExecutions(
  db: Queryable,
  scheduleId: number,
  request: PageRequest<SortField<'executions'>>,
) {
  const ofSchedule = eq(scheduleExecutions.scheduleId, scheduleId);
  const [total] = await db.select({ value: count() }).from(scheduleExecutions).where(ofSchedule);
  const rows = await db
    .select()
    .from(scheduleExecutions)
    .where(ofSchedule)
    .orderBy(
      ...pageOrder(scheduleExecutions[request.sort.field], scheduleExecutions.id, request.sort.direction),
    )
    .limit(request.size)
    .offset(pageOffset(request));
  return { rows, total: total!.value };
}
