// Estimates how many captures start before a pending one, by the fair order of release (ADR 17, ADR 29).
//
//   released    captures in the queue with the same or a higher priority
//   higher      waiting manual captures, which are released before all captures of runs
//   own         captures of the account: those of the execution before this one, and as many of each other execution as the
//               round-robin takes until then
//   others      captures of the other accounts, again as many of each as the round-robin takes until then
//
// The number of captures that an account or an execution contributes is counted in the index `screenshots_turns` up to its
// share only, so the cost depends on the position and not on the backlog. Captures that run are not counted.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { useWaitingIndex, waitingOrder } from './waiting.ts';

/** A greater number of captures is counted as this one. */
const maxCounted = 10_000;
/** Maximum number of other accounts, and of other executions of the account, that are considered. */
const maxConsidered = 256;

const waits = sql`s.status = 'PENDING' and s.enqueued_at is null`;

/** A pending capture. Execution 0 stands for manual captures. Times are the database's text, which is exact. */
type Pending = {
  id: string;
  account_id: string;
  source: ScreenshotSource;
  execution_id: string;
  release_at: string;
  enqueued_at: string | null;
};

/**
 * The number of captures that are expected to start before this one; null unless the capture is pending. `tx` must be a
 * transaction.
 */
export async function findQueuePosition(
  tx: Queryable,
  { accountId, screenshotId }: { accountId: number; screenshotId: number },
): Promise<number | null> {
  await useWaitingIndex(tx);
  const [capture] = await tx.execute<Pending>(sql`
    select id, account_id, source, coalesce(execution_id, 0) as execution_id, release_at::text, enqueued_at::text
    from ${screenshots} where id = ${screenshotId} and account_id = ${accountId} and status = 'PENDING'`);
  if (!capture) return null;
  const [row] = await tx.execute<{ position: string }>(
    capture.enqueued_at === null ? positionAmongWaiting(capture) : positionAmongReleased(capture),
  );
  return Number(row!.position);
}

const isManual = ({ source }: Pending) => source === 'MANUAL_SCREENSHOT';

/** Captures in the queue that a worker takes before a capture of this source. */
const releasedBefore = (capture: Pending, earlier: SQL): SQL => sql`
  select count(*) from (
    select from ${screenshots} s
    where s.status = 'PENDING' and s.enqueued_at is not null and s.source in ('MANUAL_SCREENSHOT', ${capture.source}) and ${earlier}
    order by s.enqueued_at
  ) released`;

const positionAmongReleased = (capture: Pending): SQL => sql`
  select (${releasedBefore(
    capture,
    sql`(s.enqueued_at, s.id) < (${capture.enqueued_at}::timestamptz, ${capture.id}::bigint)`,
  )}) as position`;

function positionAmongWaiting(capture: Pending): SQL {
  const { id, source, account_id: account, execution_id: execution, release_at: releaseAt } = capture;
  const ofSource = sql`${waits} and s.source = ${source}`;
  const ofAccount = sql`${ofSource} and s.account_id = ${account}::bigint`;
  const higher = isManual(capture)
    ? sql`0`
    : countUpTo(sql`${maxCounted}::int`, sql`${waits} and s.source = 'MANUAL_SCREENSHOT'`);
  const earlier = countUpTo(
    sql`${maxCounted}::int`,
    sql`${ofAccount} and coalesce(s.execution_id, 0) = ${execution}::bigint
      and (s.release_at, s.id) < (${releaseAt}::timestamptz, ${id}::bigint)`,
  );
  return sql`
    with recursive execution_list as (${idList(sql`execution_list`, sql`coalesce(s.execution_id, 0)`, ofAccount)}),
    account_list as (${idList(sql`account_list`, sql`s.account_id`, ofSource)}),
    earlier as materialized (select ${earlier} as captures),
    own as materialized (
      select earlier.captures + coalesce((
        select sum(${countUpTo(
          sql`earlier.captures + 1`,
          sql`${ofAccount} and coalesce(s.execution_id, 0) = list.id`,
        )}) from execution_list list where list.place > 0 and list.id <> ${execution}::bigint
      ), 0) as captures from earlier
    )
    select (${releasedBefore(capture, sql`true`)}) + ${higher} + own.captures + coalesce((
      select sum(${countUpTo(sql`own.captures + 1`, sql`${ofSource} and s.account_id = list.id`)})
      from account_list list where list.place > 0 and list.id <> ${account}::bigint
    ), 0) as position from own`;
}

/** The distinct values of an ID among waiting captures, in ascending order. Each step of the recursion searches the index once. */
const idList = (name: SQL, id: SQL, selected: SQL): SQL => sql`
  select 0::bigint as id, 0 as place
  union all
  select next.id, list.place + 1 from ${name} list cross join lateral (
    select ${id} as id from ${screenshots} s where ${selected} and ${id} > list.id order by ${waitingOrder} limit 1
  ) next where list.place < ${maxConsidered}::int`;

/** The number of waiting captures that are selected, up to a limit. */
const countUpTo = (limit: SQL, selected: SQL): SQL => sql`(
  select count(*) from (
    select from ${screenshots} s where ${selected} order by ${waitingOrder} limit ${limit}
  ) counted)`;

/** The pending capture of an execution that is released first; null when none is pending. */
export async function findFirstPending(
  db: Queryable,
  { accountId, executionId }: { accountId: number; executionId: number },
): Promise<number | null> {
  const [row] = await db.execute<{ id: string }>(sql`
    select id from ${screenshots}
    where execution_id = ${executionId} and account_id = ${accountId} and status = 'PENDING'
    order by release_at, id limit 1`);
  return row === undefined ? null : Number(row.id);
}
