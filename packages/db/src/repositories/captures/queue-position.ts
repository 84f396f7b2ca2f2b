// Estimates how many captures start before a pending capture, based on the fair release order (ADR 17, ADR 29).
//
//   released    captures already in the queue; for a manual capture, only the manual ones
//   own         captures of the same account: the earlier captures of this execution, and those of other executions and of
//               the other source that the fair order releases before this one
//   others      captures of other accounts that the fair order releases before this one
//
// The captures of each account or execution are counted in the `captures_turns` index only up to its share, so the cost depends
// on the position, not on the backlog. Running captures are not counted.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { manualTurns } from './account-turns.ts';
import { releasedCaptures } from './held.ts';
import { execution, waitingAccount, waitingOrder, waits } from './waiting-index.ts';

/** Captures are counted only up to this number. */
const maxCounted = 10_000;
/** Maximum number of other accounts, and of the account's other executions, that are considered. */
const maxConsidered = 256;

/** A pending capture. Execution 0 represents manual captures. Times are in the database's text format, which is exact. */
type Pending = {
  id: string;
  account_id: string;
  source: ScreenshotSource;
  execution_id: string;
  release_at: string;
  enqueued_at: string | null;
};

/** The number of captures that are expected to start before this one; null unless the capture is pending. */
export async function findQueuePosition(
  tx: Queryable,
  { accountId, screenshotId }: { accountId: number; screenshotId: number },
): Promise<number | null> {
  const [capture] = await tx.execute<Pending>(sql`
    select screenshot_id as id, account_id, source, coalesce(execution_id, 0) as execution_id, release_at::text,
      enqueued_at::text
    from ${captures} where screenshot_id = ${screenshotId} and account_id = ${accountId} and attempt_token is null`);
  if (!capture) return null;
  const [row] = await tx.execute<{ position: string }>(
    capture.enqueued_at === null ? positionAmongWaiting(capture) : positionAmongReleased(capture),
  );
  return Number(row!.position);
}

const isManual = ({ source }: Pending) => source === 'MANUAL_SCREENSHOT';

const sources = ['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT'] as const;

/** Captures in the queue that workers take before this one. */
const releasedBefore = (capture: Pending, earlier: SQL): SQL => sql`
  select count(*) from (
    ${releasedCaptures(sql``, sql`c.source in ('MANUAL_SCREENSHOT', ${capture.source}) and ${earlier}`)}
  ) released`;

const positionAmongReleased = (capture: Pending): SQL => sql`
  select (${releasedBefore(
    capture,
    sql`(c.enqueued_at, c.screenshot_id) < (${capture.enqueued_at}::timestamptz, ${capture.id}::bigint)`,
  )}) as position`;

function positionAmongWaiting(capture: Pending): SQL {
  const { id, source, account_id: account, execution_id: executionId, release_at: releaseAt } = capture;
  const ofAccount = sql`${waitingAccount} = ${account}::bigint`;
  const earlier = countUpTo(
    sql`${maxCounted}`,
    source,
    sql`${ofAccount} and ${execution} = ${executionId}::bigint
      and (c.release_at, c.screenshot_id) < (${releaseAt}::timestamptz, ${id}::bigint)`,
  );
  // `manualTurns` manual captures precede each scheduled capture, and one scheduled capture precedes each `manualTurns`
  // manual captures.
  const otherSource = isManual(capture)
    ? countUpTo(sql`same.captures / ${manualTurns}::int`, 'SCHEDULED_SCREENSHOT', ofAccount)
    : countUpTo(sql`(same.captures + 1) * ${manualTurns}::int`, 'MANUAL_SCREENSHOT', ofAccount);
  return sql`
    with recursive execution_list as (${idList(sql`execution_list`, execution, [source], ofAccount)}),
    account_list as (${idList(sql`account_list`, waitingAccount, sources, sql`true`)}),
    earlier as materialized (select ${earlier} as captures),
    same as materialized (
      select (earlier.captures + coalesce((
        select sum(${countUpTo(
          sql`earlier.captures + 1`,
          source,
          sql`${ofAccount} and ${execution} = list.id`,
        )}) from execution_list list where list.place > 0 and list.id <> ${executionId}::bigint
      ), 0))::bigint as captures from earlier
    ),
    own as materialized (select same.captures + ${otherSource} as captures from same)
    select (${releasedBefore(capture, sql`true`)}) + own.captures + coalesce((
      select sum(least(own.captures + 1, ${sql.join(
        sources.map((one) => countUpTo(sql`own.captures + 1`, one, sql`${waitingAccount} = list.id`)),
        sql` + `,
      )}))
      from account_list list where list.place > 0 and list.id <> ${account}::bigint
    ), 0) as position from own`;
}

/** The distinct values of an ID among waiting captures, in ascending order. Each step of the recursion searches the index once. */
const idList = (name: SQL, id: SQL, of: readonly ScreenshotSource[], selected: SQL): SQL => sql`
  select 0::bigint as id, 0 as place
  union all
  select next.id, list.place + 1 from ${name} list cross join lateral (
    select min(first.id) as id from (${sql.join(
      of.map(
        (source) => sql`(select ${id} as id from ${captures} c
          where ${waits(source)} and ${selected} and ${id} > list.id order by ${waitingOrder} limit 1)`,
      ),
      sql` union all `,
    )}) first
  ) next where next.id is not null and list.place < ${maxConsidered}::int`;

/** The number of selected waiting captures of a source, counted up to a limit. */
const countUpTo = (limit: SQL, source: ScreenshotSource, selected: SQL): SQL => sql`(
  select count(*) from (
    select from ${captures} c where ${waits(source)} and ${selected} order by ${waitingOrder} ${hiddenLimit(limit)}
  ) counted)`;

/** The execution's pending capture that is released first; null if none is pending. */
export async function findFirstPending(
  db: Queryable,
  { accountId, executionId }: { accountId: number; executionId: number },
): Promise<number | null> {
  const [row] = await db.execute<{ id: string }>(sql`
    select c.screenshot_id as id from ${screenshots} s join ${captures} c on c.screenshot_id = s.id
    where s.execution_id = ${executionId} and s.account_id = ${accountId} and s.status = 'PENDING' and c.attempt_token is null
    order by c.release_at, c.screenshot_id limit 1`);
  return row === undefined ? null : Number(row.id);
}
