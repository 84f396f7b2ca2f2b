import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';

/** Maximum number of executions that are read, newest first. */
const maxExecutions = 2_000;

export type UncheckedScheduleRow = {
  scheduleId: number;
  scheduleName: string;
  executionId: number;
  uncheckedItems: number;
  itemCount: number;
  startedAt: Date;
};

/**
 * The schedules that detect changes and whose last run omitted checks because the balance was too low, newest run first.
 * Skipped runs and retries are not considered. The subquery has an order and a limit, because the planner would read the
 * whole table for `not exists`.
 */
export async function listUncheckedSchedules(
  db: Queryable,
  { accountId }: { accountId: number },
  limit: number,
): Promise<UncheckedScheduleRow[]> {
  const rows = await db.execute<{
    schedule_id: string;
    name: string;
    id: string;
    unchecked_items: number;
    total_items: number;
    started_at: string;
  }>(sql`
    with unchecked as materialized (
      select id, schedule_id, unchecked_items, total_items, started_at, created_at from schedule_executions
      where account_id = ${accountId} and unchecked_items > 0
      order by created_at desc, id desc limit ${maxExecutions}
    ), runs as (
      select distinct on (schedule_id) * from unchecked order by schedule_id, created_at desc, id desc
    )
    select r.schedule_id, p.name, r.id, r.unchecked_items, r.total_items, to_json(r.started_at) as started_at
    from runs r join schedules p on p.id = r.schedule_id and p.account_id = ${accountId}
    where p.deleted_at is null and p.detect_changes and (
      select later.id from schedule_executions later
      where later.schedule_id = r.schedule_id and later.created_at > r.created_at and later.unchecked_items = 0
        and later.total_items > 0 and later.trigger <> 'RETRY'
      order by later.created_at limit 1
    ) is null
    order by r.created_at desc, r.id desc limit ${limit}`);
  return rows.map((row) => ({
    scheduleId: Number(row.schedule_id),
    scheduleName: row.name,
    executionId: Number(row.id),
    uncheckedItems: row.unchecked_items,
    itemCount: row.total_items,
    startedAt: new Date(row.started_at),
  }));
}
