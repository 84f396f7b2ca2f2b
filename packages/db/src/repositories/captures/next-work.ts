import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';

/**
 * Milliseconds, by the clock of the database, until the scheduler has work without any other event: a schedule is due, a lease
 * expires, the delay of a retry ends, a released capture has been unclaimed for too long, or the scheduler must check whether
 * the queue still holds jobs. At least 0; null when there is no such time.
 */
export async function msUntilNextWork(
  db: Queryable,
  {
    unclaimedAfterSeconds,
    checkQueueAfterSeconds,
  }: { unclaimedAfterSeconds: number; checkQueueAfterSeconds: number },
): Promise<number | null> {
  const [row] = await db.execute<{ ms: string | null }>(sql`
    select ceil(extract(epoch from least(
      (select min(next_run_at) from ${schedules} where next_run_at is not null),
      (select min(lease_expires_at) from ${screenshots} where status = 'PROCESSING'),
      (select min(release_at) from ${screenshots}
        where status = 'PENDING' and enqueued_at is null and release_at > now()),
      (select min(enqueued_at) from ${screenshots} where status = 'PENDING' and enqueued_at is not null)
        + make_interval(secs => ${unclaimedAfterSeconds}),
      (select case when min(enqueued_at) + look > clock_timestamp() then min(enqueued_at) else clock_timestamp() end + look
        from ${screenshots}, make_interval(secs => ${checkQueueAfterSeconds}) look
        where status = 'PENDING' and enqueued_at is not null group by look)
    ) - clock_timestamp()) * 1000) as ms`);
  return row?.ms == null ? null : Math.max(0, Number(row.ms));
}

/** Whether a capture can be released now. The cost does not depend on the number of waiting captures. */
export async function hasCaptureToRelease(db: Queryable): Promise<boolean> {
  // The order is that of the index, so that the planner uses it.
  const rows = await db.execute(sql`
    select from ${screenshots}
    where status = 'PENDING' and enqueued_at is null and release_at <= now() + interval '1 millisecond'
    order by release_at limit 1`);
  return rows.length > 0;
}
