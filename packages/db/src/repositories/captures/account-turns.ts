// The order of waiting captures within an account: parts of the statement in `fair-order.ts`, whose example continues
// here.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import { captures } from '../../schema/captures.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { execution, waitingAccount, waitingOrder, waitsNow } from './waiting-index.ts';

/** Number of manual turns per scheduled turn while captures of both kinds are waiting. ADR 33. */
export const manualTurns = 4;

/** Searches the index for the execution of the first scheduled capture that satisfies a condition. */
const firstExecution = (condition: SQL): SQL => sql`
  select ${execution} as execution_id, ring.wrapped from ${captures} c
  where ${waitsNow('SCHEDULED_SCREENSHOT')} and ${waitingAccount} = a.account_id and ${condition}
  order by ${waitingOrder} limit 1`;

/**
 * The accounts' executions, traversed as a ring like the accounts, starting after the execution that was served last. The
 * execution that holds the fewest of its account's captures comes first; executions that hold the same number are in ring
 * order.
 *
 *   account_id  execution_id  place  execution_held  execution_rank
 *   3           30            1      0               1
 *   2           20            1      1               1
 *   1           11            1      0               1
 *   1           10            2      1               2
 */
export const executionTurns = sql`
  select a.*, e.execution_id, e.place, coalesce(h.captures, 0) as execution_held,
    row_number() over (partition by a.account_id order by coalesce(h.captures, 0), e.place) as execution_rank
  from next_accounts a cross join lateral (
    with recursive execution_ring as (
      select a.last_execution_id as execution_id, false as wrapped, 0 as place
      union all
      select next.execution_id, next.wrapped, ring.place + 1
      from execution_ring ring cross join lateral (
        (${firstExecution(sql`${execution} > ring.execution_id`)})
        union all
        (select lowest.execution_id, true from (${firstExecution(sql`not ring.wrapped`)}) lowest)
        limit 1
      ) next
      where ring.place < a.places + a.held and not (next.wrapped and next.execution_id > a.last_execution_id)
    ) select execution_id, place from execution_ring where place > 0
  ) e left join held h on h.account_id = a.account_id and h.execution_id = e.execution_id`;

/** The first waiting captures of one of account `a`'s executions, one for each slot of the account. */
const firstCaptures = (source: ScreenshotSource, executionId: SQL): SQL => sql`
  select c.screenshot_id as id, c.release_at from ${captures} c
  where ${waitsNow(source)} and ${waitingAccount} = a.account_id and ${execution} = ${executionId}
  order by ${waitingOrder} ${hiddenLimit(sql`a.places`)}`;

/**
 * The first waiting captures of each account, both manual captures and captures of these executions, with their turns.
 * `round` is the number of captures that the execution holds once this one is released. A scheduled capture takes as many
 * turns as `manualTurns` manual captures, minus those that finished since the last scheduled capture.
 *
 *   account_id  source     id   round  turn
 *   3           SCHEDULED  301  1      4
 *   2           MANUAL     203         1
 *   2           SCHEDULED  201  2      8
 *   1           SCHEDULED  111  1      8
 */
export const captureTurns = sql`
  select a.account_id, a.held, a.served_at, 'MANUAL' as source, first.id,
    a.held_manual + row_number() over (partition by a.account_id order by first.release_at, first.id) as turn
  from next_accounts a cross join lateral (${firstCaptures('MANUAL_SCREENSHOT', sql`0`)}) first
  union all
  select account_id, held, served_at, 'SCHEDULED', id,
    ${manualTurns}::int * (held - held_manual + row_number() over (partition by account_id order by round, place)) - manual_turns
  from (
    select a.*, first.id,
      a.execution_held + row_number() over (partition by a.account_id, a.execution_id order by first.release_at, first.id) as round
    from executions a cross join lateral (${firstCaptures('SCHEDULED_SCREENSHOT', sql`a.execution_id`)}) first
    where a.execution_rank <= a.places
  ) scheduled`;

/**
 * Each capture, with the number of captures that its account holds once the capture is released. The result is ordered by this
 * number.
 *
 *   id   account_id  served_at  account_rank
 *   301  3           null       1              first: account 3 holds nothing
 *   203  2           08:50      2              second: account 2 waits longer than account 1
 *   111  1           08:59      2              third: execution 11 holds less than execution 10
 *   201  2           08:50      3
 */
export const rankedCaptures = sql`
  select id, account_id, served_at,
    held + row_number() over (partition by account_id order by turn, source) as account_rank
  from turns`;
