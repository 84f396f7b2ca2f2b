import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { captures } from '../../schema/captures.ts';
import { schedules } from '../../schema/schedules.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { leasesExpireFrom, leasesMayExpire } from './heartbeat.ts';
import { releasedCaptures, runningCaptures } from './held.ts';

/** The work that is due for a scheduler. */
export type DueWork = {
  /** A run is due. */
  runs: boolean;
  /** A lease has expired, or a released capture has been unclaimed for too long. */
  lostCaptures: boolean;
  /** A capture has been unclaimed for so long that the queue may have lost its job. */
  possiblyLostJobs: boolean;
  /** A capture can be released if the release window has a free slot. */
  waitingCaptures: boolean;
  /** An account has a limit of its own on running captures. */
  limitedAccounts: boolean;
  /**
   * Milliseconds (database clock) until the scheduler will have work even without other events: a schedule is due, a
   * lease expires, a retry delay ends, or one of the times above is reached. The value is at least 0, or null if there is
   * no such time.
   */
  msUntilNext: number | null;
};

/**
 * Finds due work with a single statement. The cost does not depend on the number of waiting captures, because the
 * statement sorts in index order and the planner therefore uses the indexes.
 */
export async function findDueWork(
  db: Queryable,
  {
    unclaimedAfterSeconds,
    checkQueueAfterSeconds,
  }: { unclaimedAfterSeconds: number; checkQueueAfterSeconds: number },
): Promise<DueWork> {
  const [row] = await readDueWork(db, { unclaimedAfterSeconds, checkQueueAfterSeconds });
  const { runs, lost, possiblyLost, waiting, limited, ms } = row!;
  return {
    runs,
    lostCaptures: lost,
    possiblyLostJobs: possiblyLost,
    waitingCaptures: waiting,
    limitedAccounts: limited,
    msUntilNext: ms === null ? null : Math.max(0, Number(ms)),
  };
}

const readDueWork = preparedStatement<
  { unclaimedAfterSeconds: number; checkQueueAfterSeconds: number },
  {
    runs: boolean;
    lost: boolean;
    possiblyLost: boolean;
    waiting: boolean;
    limited: boolean;
    ms: string | null;
  }
>('due_work', (value) => {
  const seconds = (name: Parameters<typeof value>[0]) => sql`make_interval(secs => ${value(name)}::float8)`;
  return sql`
    select next_run_at <= now() is true as runs,
      (lease_expires_at < now() and ${leasesMayExpire} or enqueued_at < now() - unclaimed_after) is true as lost,
      enqueued_at < now() - check_after is true as "possiblyLost",
      waiting, limited,
      ceil(extract(epoch from least(
        next_run_at, case when lease_expires_at is not null then greatest(lease_expires_at, ${leasesExpireFrom}) end, release_at, enqueued_at + unclaimed_after,
        case when enqueued_at + check_after > clock_timestamp() then enqueued_at
          when enqueued_at is not null then clock_timestamp() end + check_after
      ) - clock_timestamp()) * 1000) as ms
    from (
      select ${seconds('checkQueueAfterSeconds')} as check_after, ${seconds('unclaimedAfterSeconds')} as unclaimed_after,
        (select min(next_run_at) from ${schedules} where next_run_at is not null) as next_run_at,
        (select min(lease_expires_at) from (${runningCaptures(sql`c.lease_expires_at`)}) running) as lease_expires_at,
        (select min(release_at) from ${captures} where enqueued_at is null and release_at > now()) as release_at,
        (select min(enqueued_at) from (${releasedCaptures(sql`c.enqueued_at`)}) released) as enqueued_at,
        (select true from ${captures} where enqueued_at is null and release_at <= now() + interval '1 millisecond'
          order by release_at limit 1) is true as waiting,
        exists (select from ${accounts} where max_running_captures is not null) as limited
    ) times`;
});
