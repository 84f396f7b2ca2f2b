import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { arrayText } from '../prepared-statement.ts';
import { hasTaggedItem, hasTaggedSchedule } from '../tag-filter.ts';
import type { DueRule } from './digests.ts';

/** What was captured in the period of a digest. */
export type PeriodCounts = Record<
  'runs' | 'totalItems' | 'capturedItems' | 'failedItems' | 'missedRuns',
  number
>;

/** The index by creation finds the runs that ended in a period, except those that lasted longer than this. */
const maxRun = sql.raw("interval '1 day'");

/** Counts the runs of the rule's schedules, or the captures of its items, that ended in the period. */
export async function countPeriod(tx: Queryable, rule: DueRule): Promise<PeriodCounts> {
  const { accountId, scheduleIds, itemIds, tags } = rule;
  if (itemIds) return countCaptures(tx, rule, sql`item_id = any(${arrayText(itemIds)}::bigint[])`);
  if (tags) {
    const tagged = { accountId, tags };
    const captures = await countCaptures(tx, rule, await hasTaggedItem(tx, screenshots.itemId, tagged));
    const ofSchedules = await hasTaggedSchedule(tx, scheduleExecutions.scheduleId, tagged);
    return { ...captures, missedRuns: (await countRuns(tx, rule, ofSchedules)).missedRuns };
  }
  return countRuns(
    tx,
    rule,
    scheduleIds ? sql`schedule_id = any(${arrayText(scheduleIds)}::bigint[])` : sql`true`,
  );
}

const periodOf = ({ digestedUntil, now }: DueRule) => ({
  from: sql`${digestedUntil.toISOString()}::timestamptz`,
  to: sql`${now.toISOString()}::timestamptz`,
});

async function countCaptures(tx: Queryable, rule: DueRule, isSelected: SQL): Promise<PeriodCounts> {
  const { from, to } = periodOf(rule);
  const [row] = await tx.execute<PeriodCounts>(sql`
    select count(distinct execution_id)::integer as "runs", count(*)::integer as "totalItems",
      (count(*) filter (where status = 'SUCCESS'))::integer as "capturedItems",
      (count(*) filter (where status = 'FAILED'))::integer as "failedItems", 0 as "missedRuns"
    from ${screenshots} where ${isSelected} and account_id = ${rule.accountId}
      and captured_at > ${from} and captured_at <= ${to} and failure_code is distinct from 'cancelled'`);
  return row!;
}

async function countRuns(tx: Queryable, rule: DueRule, isSelected: SQL): Promise<PeriodCounts> {
  const { from, to } = periodOf(rule);
  const [row] = await tx.execute<PeriodCounts>(sql`
    select (count(*) filter (where total_items > 0 or status = 'COMPLETED'))::integer as "runs",
      coalesce(sum(total_items), 0)::integer as "totalItems", coalesce(sum(successful_items), 0)::integer as "capturedItems",
      coalesce(sum(failed_items), 0)::integer as "failedItems", coalesce(sum(missed_runs), 0)::integer as "missedRuns"
    from ${scheduleExecutions} where account_id = ${rule.accountId}
      and created_at > ${from} - ${maxRun} and completed_at > ${from} and completed_at <= ${to} and ${isSelected}`);
  return row!;
}
