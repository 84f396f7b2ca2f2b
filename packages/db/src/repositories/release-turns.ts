import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { screenshots } from '../schema/screenshots.ts';

/**
 * Accounts that are looked at for one choice, beyond those that hold captures and those that are chosen. Where more wait,
 * it is the turn of those after the last that was served.
 */
const leastLookedAt = 256;

/**
 * Answers up to `count` waiting captures of a source, in the order of their turns. An account's turn comes before that of
 * every account that holds more captures in the queue and in browsers; of those that hold equally many, the one goes first
 * that was served the longest ago. So it is among an account's executions, too, which take turns by their number.
 *
 * The work does not grow with what waits: the index `screenshots_turns` is entered at the next account, the next execution
 * and its first captures. `preferTurnsIndex` must have been called in the transaction.
 */
export async function nextTurns(tx: Queryable, source: ScreenshotSource, count: number): Promise<number[]> {
  const waiting = (table: string) => isWaiting(table, source);
  const rows = await tx.execute<{ id: string }>(sql`
    with recursive held as (
      select account_id, execution_id, count(*)::int as captures, max(enqueued_at) as released_at from (
        (select account_id, coalesce(execution_id, 0) as execution_id, enqueued_at from ${screenshots}
          where source = ${source} and status = 'PENDING' and enqueued_at is not null order by ${screenshots.enqueuedAt})
        union all
        (select account_id, coalesce(execution_id, 0), enqueued_at from ${screenshots}
          where source = ${source} and status = 'PROCESSING' order by ${screenshots.leaseExpiresAt})
      ) captures group by account_id, execution_id
    ), start as (
      select coalesce((select account_id from held order by released_at desc nulls last limit 1), 0) as account_id,
        greatest(${leastLookedAt}::int, ${count}::int + (select count(distinct account_id) from held)) as accounts
    ), walk as (
      select account_id, false as wrapped, 0 as place from start
      union all
      select next.account_id, next.wrapped, walk.place + 1
      from walk cross join start cross join lateral (
        (select s.account_id, walk.wrapped from ${screenshots} s
          where ${waiting('s')} and s.account_id > walk.account_id order by ${inTurn('s')} limit 1)
        union all
        (select s.account_id, true from ${screenshots} s
          where not walk.wrapped and ${waiting('s')} order by ${inTurn('s')} limit 1)
        limit 1
      ) next
      where walk.place < start.accounts and not (next.wrapped and next.account_id > start.account_id)
    ), chosen_accounts as (
      select walk.account_id, coalesce(h.captures, 0) as held, last.captured_at as served_at,
        coalesce(h.execution_id, last.execution_id, 0) as last_execution_id
      from walk
      left join (
        select account_id, sum(captures)::int as captures,
          (array_agg(execution_id order by released_at desc nulls last))[1] as execution_id
        from held group by account_id
      ) h using (account_id)
      left join lateral (
        select l.captured_at, l.execution_id from ${screenshots} l
        where l.account_id = walk.account_id and l.source = ${source} and l.captured_at is not null
        order by l.captured_at desc, l.id desc limit 1
      ) last on true
      where walk.place > 0
      order by held, served_at nulls first, walk.account_id limit ${count}::int
    ), executions as (
      select a.*, e.execution_id, e.place, coalesce(h.captures, 0) as execution_held,
        row_number() over (partition by a.account_id order by coalesce(h.captures, 0), e.place) as turn
      from chosen_accounts a cross join lateral (
        with recursive walk as (
          select a.last_execution_id as execution_id, false as wrapped, 0 as place
          union all
          select next.execution_id, next.wrapped, walk.place + 1
          from walk cross join lateral (
            (select coalesce(s.execution_id, 0) as execution_id, walk.wrapped from ${screenshots} s
              where ${waiting('s')} and s.account_id = a.account_id and coalesce(s.execution_id, 0) > walk.execution_id
              order by ${inTurn('s')} limit 1)
            union all
            (select coalesce(s.execution_id, 0), true from ${screenshots} s
              where not walk.wrapped and ${waiting('s')} and s.account_id = a.account_id order by ${inTurn('s')} limit 1)
            limit 1
          ) next
          where walk.place < ${count}::int + a.held and not (next.wrapped and next.execution_id > a.last_execution_id)
        ) select execution_id, place from walk where place > 0
      ) e left join held h on h.account_id = a.account_id and h.execution_id = e.execution_id
    ), captures as (
      select e.*, c.id,
        e.execution_held + row_number() over (partition by e.execution_id, e.account_id order by c.release_at, c.id) as round
      from executions e cross join lateral (
        select s.id, s.release_at from ${screenshots} s
        where ${waiting('s')} and s.account_id = e.account_id and coalesce(s.execution_id, 0) = e.execution_id
        order by ${inTurn('s')} limit ${count}::int
      ) c
      where e.turn <= ${count}::int
    ), turns as (
      select id, account_id, served_at, held + row_number() over (partition by account_id order by round, place) as turn
      from captures
    )
    select id from turns order by turn, served_at nulls first, account_id limit ${count}::int`);
  return rows.map((row) => Number(row.id));
}

/** What the planner knows of the waiting captures is old by the nature of a queue; by it, reading all of them looks cheap. */
export const preferTurnsIndex = sql`
  set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`;

/** What was "now" when `release_at` was stored may have been rounded up. */
const isWaiting = (table: string, source: ScreenshotSource): SQL => sql`
  ${sql.raw(`${table}.status = 'PENDING' and ${table}.enqueued_at is null
    and ${table}.release_at <= now() + interval '1 millisecond' and ${table}.source`)} = ${source}`;

/** The whole order of the index `screenshots_turns`: a part of it would let the planner take another index. */
const inTurn = (table: string): SQL =>
  sql.raw(`${table}.account_id, coalesce(${table}.execution_id, 0), ${table}.release_at, ${table}.id`);
