// The order in which waiting captures are released (ADR 17).
//
// The next place in the queue goes to the account that holds the fewest captures in the queue and in browsers; among equals,
// to the account whose last capture finished the longest ago. The executions of an account go round-robin. Nothing is stored
// for this: the captures show which account holds what.
//
// The work does not grow with the number of waiting captures. The index `screenshots_turns` orders them by source, account,
// execution and release time. The statement searches the index once for each account, once for each execution and once for the
// first captures of an execution. It never reads the captures after these.
//
// Each function below is one named part of the statement. The comments follow one example with `count` = 3:
//
//   held captures      account 1: one of execution 10, released at 09:02 · account 2: one of execution 20, released at 09:01
//   waiting captures   execution 10: 101, 102 · execution 11: 111 · execution 20: 201, 202 · account 3, execution 30: 301
//   last finished      account 1 at 08:59 · account 2 at 08:50 · account 3 never
//
// The next three captures are 301, 201 and 111. The test `fair-order.test.ts` runs the example.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';

/**
 * Minimum number of accounts that one statement considers. With more waiting accounts, it considers those that follow the
 * account that was served last; the next statement continues after them.
 */
const accountsConsidered = 256;

/**
 * Returns the IDs of up to `count` waiting captures of a source, in fair order. The transaction must have called
 * `useFairOrderIndex`.
 */
export async function nextInFairOrder(
  tx: Queryable,
  source: ScreenshotSource,
  count: number,
): Promise<number[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    with recursive held as (${heldCaptures(source)}),
    ring_start as (${ringStart(count)}),
    account_ring as (${accountRing(source)}),
    accounts as (${nextAccounts(source, count)}),
    executions as (${nextExecutions(source, count)}),
    captures as (${firstCaptures(source, count)}),
    ranked as (${rankedCaptures})
    select id from ranked order by account_rank, served_at nulls first, account_id limit ${count}::int`);
  return rows.map((row) => Number(row.id));
}

/**
 * The captures that each execution holds: released into the queue, or claimed by a worker. Execution 0 stands for manual
 * captures.
 *
 *   account_id  execution_id  captures  released_at
 *   1           10            1         09:02
 *   2           20            1         09:01
 *
 * Both parts are ordered like the partial index that contains just these captures, so that the planner uses it.
 */
const heldCaptures = (source: ScreenshotSource): SQL => sql`
  select account_id, execution_id, count(*)::int as captures, max(enqueued_at) as released_at from (
    (select account_id, coalesce(execution_id, 0) as execution_id, enqueued_at from ${screenshots}
      where source = ${source} and status = 'PENDING' and enqueued_at is not null order by ${screenshots.enqueuedAt})
    union all
    (select account_id, coalesce(execution_id, 0), enqueued_at from ${screenshots}
      where source = ${source} and status = 'PROCESSING' order by ${screenshots.leaseExpiresAt})
  ) captures group by account_id, execution_id`;

/**
 * Where the ring of accounts starts, and how many accounts are considered: enough for `count` accounts that hold nothing
 * to be among them.
 *
 *   account_id  accounts
 *   1           256        account 1 was served last; the ring starts after it
 */
const ringStart = (count: number): SQL => sql`
  select coalesce((select account_id from held order by released_at desc nulls last limit 1), 0) as account_id,
    greatest(${accountsConsidered}::int, ${count}::int + (select count(distinct account_id) from held)) as accounts`;

/**
 * The accounts with waiting captures by ID, from the start on, and from the lowest ID again after the highest. Each step of
 * the recursion is one search of the index: for the first capture of an account with a higher ID, or else of any account.
 *
 *   account_id  wrapped  place
 *   1           false    0      the start itself, which is not a result
 *   2           false    1
 *   3           false    2
 *   1           true     3      the next one would be account 2 again, after the start: the ring is complete
 */
const accountRing = (source: ScreenshotSource): SQL => sql`
  select account_id, false as wrapped, 0 as place from ring_start
  union all
  select next.account_id, next.wrapped, ring.place + 1
  from account_ring ring cross join ring_start cross join lateral (
    (select s.account_id, ring.wrapped from ${screenshots} s
      where ${waits(source)} and s.account_id > ring.account_id order by ${indexOrder} limit 1)
    union all
    (select s.account_id, true from ${screenshots} s
      where not ring.wrapped and ${waits(source)} order by ${indexOrder} limit 1)
    limit 1
  ) next
  where ring.place < ring_start.accounts and not (next.wrapped and next.account_id > ring_start.account_id)`;

/**
 * The `count` accounts to serve next: those that hold the fewest captures, and among equals the one whose last capture finished
 * the longest ago. `last_execution_id` is the execution of the account that was served last.
 *
 *   account_id  held  served_at  last_execution_id
 *   3           0     null       0
 *   2           1     08:50      20
 *   1           1     08:59      10
 */
const nextAccounts = (source: ScreenshotSource, count: number): SQL => sql`
  select ring.account_id, coalesce(h.captures, 0) as held, last.captured_at as served_at,
    coalesce(h.execution_id, last.execution_id, 0) as last_execution_id
  from account_ring ring
  left join (
    select account_id, sum(captures)::int as captures,
      (array_agg(execution_id order by released_at desc nulls last))[1] as execution_id
    from held group by account_id
  ) h using (account_id)
  left join lateral (
    select l.captured_at, l.execution_id from ${screenshots} l
    where l.account_id = ring.account_id and l.source = ${source} and l.captured_at is not null
    order by l.captured_at desc, l.id desc limit 1
  ) last on true
  where ring.place > 0
  order by held, served_at nulls first, ring.account_id limit ${count}::int`;

/**
 * The executions of these accounts, found as a ring like the accounts, after the execution that was served last. Among an
 * account's executions, the one that holds the fewest captures comes first, and among equals the next in the ring.
 *
 *   account_id  held  execution_id  place  execution_held  execution_rank
 *   3           0     30            1      0               1
 *   2           1     20            1      1               1
 *   1           1     11            1      0               1
 *   1           1     10            2      1               2
 */
const nextExecutions = (source: ScreenshotSource, count: number): SQL => sql`
  select a.*, e.execution_id, e.place, coalesce(h.captures, 0) as execution_held,
    row_number() over (partition by a.account_id order by coalesce(h.captures, 0), e.place) as execution_rank
  from accounts a cross join lateral (
    with recursive execution_ring as (
      select a.last_execution_id as execution_id, false as wrapped, 0 as place
      union all
      select next.execution_id, next.wrapped, ring.place + 1
      from execution_ring ring cross join lateral (
        (select coalesce(s.execution_id, 0) as execution_id, ring.wrapped from ${screenshots} s
          where ${waits(source)} and s.account_id = a.account_id and coalesce(s.execution_id, 0) > ring.execution_id
          order by ${indexOrder} limit 1)
        union all
        (select coalesce(s.execution_id, 0), true from ${screenshots} s
          where not ring.wrapped and ${waits(source)} and s.account_id = a.account_id order by ${indexOrder} limit 1)
        limit 1
      ) next
      where ring.place < ${count}::int + a.held and not (next.wrapped and next.execution_id > a.last_execution_id)
    ) select execution_id, place from execution_ring where place > 0
  ) e left join held h on h.account_id = a.account_id and h.execution_id = e.execution_id`;

/**
 * The first `count` waiting captures of these executions. `round` is the number of captures that the execution holds once
 * this one is released.
 *
 *   id   account_id  execution_id  place  round
 *   301  3           30            1      1
 *   201  2           20            1      2
 *   202  2           20            1      3
 *   111  1           11            1      1
 *   101  1           10            2      2
 *   102  1           10            2      3
 */
const firstCaptures = (source: ScreenshotSource, count: number): SQL => sql`
  select e.*, c.id,
    e.execution_held + row_number() over (partition by e.execution_id, e.account_id order by c.release_at, c.id) as round
  from executions e cross join lateral (
    select s.id, s.release_at from ${screenshots} s
    where ${waits(source)} and s.account_id = e.account_id and coalesce(s.execution_id, 0) = e.execution_id
    order by ${indexOrder} limit ${count}::int
  ) c
  where e.execution_rank <= ${count}::int`;

/**
 * Each capture with the number of captures that its account holds once it is released, which is what the result is ordered by.
 *
 *   id   account_id  served_at  account_rank
 *   301  3           null       1              first: account 3 holds nothing
 *   201  2           08:50      2              second: account 2 waits longer than account 1
 *   111  1           08:59      2              third: execution 11 holds less than execution 10
 *   202  2           08:50      3
 *   101  1           08:59      3
 *   102  1           08:59      4
 */
const rankedCaptures = sql`
  select id, account_id, served_at,
    held + row_number() over (partition by account_id order by round, place) as account_rank
  from captures`;

/** Whether a capture of the source waits. Cheaper than `nextInFairOrder`. */
export async function hasWaitingCapture(tx: Queryable, source: ScreenshotSource): Promise<boolean> {
  const rows = await tx.execute(sql`
    select from ${screenshots} s where ${waits(source)} order by ${indexOrder} limit 1`);
  return rows.length > 0;
}

/**
 * A select list that makes the planner use `screenshots_turns` for the rest of the transaction. The statistics of a queue are
 * always outdated. Based on them, the planner would read and sort all waiting captures.
 */
export const useFairOrderIndex = sql`
  set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`;

/** Selects the captures in table `s` that may be released now. Storing `now()` in `release_at` may have rounded it up by 1 ms. */
const waits = (source: ScreenshotSource): SQL => sql`
  s.status = 'PENDING' and s.enqueued_at is null and s.release_at <= now() + interval '1 millisecond'
  and s.source = ${source}`;

/** The complete order of the index `screenshots_turns`. For a part of it, the planner might choose another index. */
const indexOrder = sql.raw('s.account_id, coalesce(s.execution_id, 0), s.release_at, s.id');
