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
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';

/** A greater number of captures is counted as this one. */
const maxCounted = 10_000;
/** Maximum number of other accounts, and of other executions of the account, that are considered. */
const maxConsidered = 256;

/** The complete order of the index `screenshots_turns`. */
const indexOrder = sql.raw('s.account_id, coalesce(s.execution_id, 0), s.release_at, s.id');
const waits = sql`s.status = 'PENDING' and s.enqueued_at is null`;

/** The number of captures that are expected to start before this one; null unless the capture is pending. */
export async function findQueuePosition(
  db: Queryable,
  { accountId, screenshotId }: { accountId: number; screenshotId: number },
): Promise<number | null> {
  const [row] = await db.execute<{ position: string }>(sql`
    with recursive capture as (
      select id, account_id, source, coalesce(execution_id, 0) as execution_id, release_at, enqueued_at
      from ${screenshots} where id = ${screenshotId} and account_id = ${accountId} and status = 'PENDING'
    ),
    released as (
      select count(*) as captures from (
        select from ${screenshots} s, capture c
        where s.status = 'PENDING' and s.enqueued_at is not null
          and s.source in ('MANUAL_SCREENSHOT', c.source)
          and (c.enqueued_at is null or (s.enqueued_at, s.id) < (c.enqueued_at, c.id))
      ) s
    ),
    higher as (
      select count(*) as captures from (
        select from ${screenshots} s, capture c
        where c.source <> 'MANUAL_SCREENSHOT' and s.source = 'MANUAL_SCREENSHOT' and ${waits} limit ${maxCounted}::int
      ) s
    ),
    earlier as (
      select count(*) as captures from (
        select from ${screenshots} s, capture c
        where ${waits} and s.source = c.source and s.account_id = c.account_id
          and coalesce(s.execution_id, 0) = c.execution_id and (s.release_at, s.id) < (c.release_at, c.id)
        limit ${maxCounted}::int
      ) s
    ),
    execution_list as (
      select 0::bigint as execution_id, 0 as place
      union all
      select next.execution_id, list.place + 1 from execution_list list, capture c cross join lateral (
        select s.execution_id from ${screenshots} s
        where ${waits} and s.source = c.source and s.account_id = c.account_id
          and coalesce(s.execution_id, 0) > list.execution_id
        order by ${indexOrder} limit 1
      ) next where list.place < ${maxConsidered}::int
    ),
    own as (
      select earlier.captures + coalesce(sum(share.captures), 0) as captures
      from earlier left join lateral (
        select ${countUpTo(sql`earlier.captures + 1`, sql`coalesce(s.execution_id, 0) = list.execution_id and s.account_id = c.account_id`)} as captures
        from execution_list list, capture c where list.place > 0 and list.execution_id <> c.execution_id
      ) share on true group by earlier.captures
    ),
    account_list as (
      select 0::bigint as account_id, 0 as place
      union all
      select next.account_id, list.place + 1 from account_list list, capture c cross join lateral (
        select s.account_id from ${screenshots} s
        where ${waits} and s.source = c.source and s.account_id > list.account_id
        order by ${indexOrder} limit 1
      ) next where list.place < ${maxConsidered}::int
    ),
    others as (
      select coalesce(sum(share.captures), 0) as captures
      from own cross join lateral (
        select ${countUpTo(sql`own.captures + 1`, sql`s.account_id = list.account_id`)} as captures
        from account_list list, capture c where list.place > 0 and list.account_id <> c.account_id
      ) share
    )
    select released.captures + case when c.enqueued_at is not null then 0
      else higher.captures + own.captures + others.captures end as position
    from capture c, released, higher, own, others`);
  return row === undefined ? null : Number(row.position);
}

/** The number of waiting captures of the source of `c` that are selected, up to a limit. */
const countUpTo = (limit: SQL, selected: SQL): SQL => sql`(
  select count(*) from (
    select from ${screenshots} s where ${waits} and s.source = c.source and ${selected}
    order by ${indexOrder} limit ${limit}
  ) s)`;

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
