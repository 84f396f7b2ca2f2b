// Measures how long captures wait to start, counted from `release_at`, the earliest possible start.
import type { ScreenshotSource } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { releasedCaptures } from './held.ts';
import { waitingAccount, waitingOrder, waits } from './waiting-index.ts';

/** Number of captures considered per execution. All captures of an execution wait for about the same time. */
const capturesConsidered = 50;

/**
 * How long, in seconds, the oldest pending capture has been waiting to start, in the table or in the queue; 0 if none is
 * waiting. The cost does not depend on the number of waiting captures.
 */
export async function longestWait(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select coalesce(greatest(0, extract(epoch from now() - least(
      (select release_at from ${captures}
        where enqueued_at is null and release_at <= now() order by release_at limit 1),
      (select min(release_at) from (${releasedCaptures(sql`c.release_at`)}) released)
    ))), 0)::float8 as seconds`);
  return row!.seconds;
}

/** Number of waiting captures considered per source, in index order and therefore from the oldest executions. */
const waitingConsidered = 1_000;

/**
 * The earliest time at which the account's longest-waiting capture could have started, in the table or in the queue; null
 * if none is waiting.
 */
export async function waitingSince(
  db: Queryable,
  { accountId }: { accountId: number },
): Promise<Date | null> {
  const first = (source: ScreenshotSource) => sql`
    (select c.release_at from ${captures} c
    where ${waits(source)} and ${waitingAccount} = ${accountId} order by ${waitingOrder} ${hiddenLimit(waitingConsidered)})`;
  const [row] = await db.execute<{ at: string | null }>(sql`
    select to_json(min(release_at)) as at from (
      ${first('MANUAL_SCREENSHOT')} union all ${first('SCHEDULED_SCREENSHOT')} union all
      (${releasedCaptures(sql`c.release_at`, sql`c.account_id = ${accountId}`)})
    ) waiting where release_at <= now() + interval '1 millisecond'`);
  return row!.at === null ? null : new Date(row!.at);
}

/**
 * How long, in seconds, captures of the schedules' active executions waited to start, by schedule ID: the longest wait
 * among the captures considered. Finished captures that were retried are not counted, because their records do not show
 * when the last attempt could have started.
 */
export async function waitsOfActiveRuns(tx: Queryable, scheduleIds: number[]): Promise<Map<number, number>> {
  if (scheduleIds.length === 0) return new Map();
  const rows = await tx.execute<{ schedule_id: string; seconds: number }>(sql`
    select e.schedule_id, coalesce(max(extract(epoch from waited.until - waited.release_at)), 0)::float8 as seconds
    from ${scheduleExecutions} e left join lateral (
      select coalesce(c.release_at, s.created_at) as release_at,
        case when c.screenshot_id is null then case when s.attempt = 1 then s.started_at end
          when c.attempt_token is null then now() else c.started_at end as until
      from (select * from ${screenshots} where execution_id = e.id order by item_id ${hiddenLimit(capturesConsidered)}) s
      left join lateral (select * from ${captures} where screenshot_id = s.id limit 1) c on true
    ) waited on true
    where e.status = 'PROCESSING' and e.schedule_id in ${scheduleIds}
    group by e.schedule_id`);
  return new Map(rows.map((row) => [Number(row.schedule_id), row.seconds]));
}
