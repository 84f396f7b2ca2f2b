// The order in which waiting captures are released (ADR 17, ADR 33), within their accounts' limits (ADR 48).
//
// The next slot in the queue goes to the account that holds the fewest captures in the queue and in browsers; ties go
// to the account whose last capture finished earliest. Of every five places that an account gets, four go to manual
// captures and one to a scheduled capture. An account's executions are served round-robin. No state is stored for this:
// the captures show what each account holds and what finished last.
//
// The cost does not grow with the number of waiting captures. The `captures_turns` index orders them by source, account,
// execution and release time. The statement searches the index a few times per account, once per execution, and once for
// the first captures of an execution. It never reads later captures, or more captures of an account than the account can
// get.
//
// Each function below returns one named part of the statement. The comments follow one example with `count` = 3:
//
//   held captures      account 1: one of execution 10, released at 09:02 · account 2: one of execution 20, released at 09:01
//   waiting captures   execution 10: 101, 102 · execution 11: 111 · execution 20: 201, 202 · account 2, manual: 203, 204 ·
//                      account 3, execution 30: 301
//   last finished      account 1 at 08:59, of execution 10 · account 2 at 08:50, of execution 20 · account 3 never
//
// The next three captures are 301, 203 and 111. `fair-order.test.ts` runs the example.
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { captureTurns, executionTurns, manualTurns, rankedCaptures } from './account-turns.ts';
import { releasedCaptures, runningCaptures } from './held.ts';
import { execution, waitingAccount, waitingOrder, waitsNow } from './waiting-index.ts';

/**
 * Minimum number of accounts that a statement considers. If more accounts are waiting, the statement considers those that
 * follow the account that was served last, and the next statement continues from there.
 */
const accountsConsidered = 256;

/** Number of finished captures that are read to determine an account's last turns: two complete rounds. */
const turnsConsidered = 2 * (manualTurns + 1);

/**
 * Returns the IDs of up to `count` waiting captures, in fair order.
 * @param maxPerAccount maximum number of captures that an account without its own limit may hold; null for unlimited
 */
export async function nextInFairOrder(
  tx: Queryable,
  count: number,
  maxPerAccount: number | null = null,
): Promise<number[]> {
  const rows = await selectInFairOrder(tx, { count, maxPerAccount });
  return rows.map((row) => Number(row.id));
}

const selectInFairOrder = preparedStatement<{ count: number; maxPerAccount: number | null }, { id: string }>(
  'fair_order',
  (value) => fairOrder(sql`${value('count')}::int`, sql`${value('maxPerAccount')}::int`),
);

const fairOrder = (count: SQL, maxPerAccount: SQL): SQL => sql`
  with recursive held as materialized (${heldCaptures}),
  ring_start as materialized (${ringStart(count)}),
  account_ring as (${accountRing}),
  own_limits as materialized (${ownLimits}),
  next_accounts as materialized (${nextAccounts(count, maxPerAccount)}),
  executions as (${executionTurns}),
  turns as (${captureTurns}),
  ranked as (${rankedCaptures})
  select id from ranked order by account_rank, served_at nulls first, account_id limit ${count}`;

/**
 * The captures that each execution holds: released into the queue, or claimed by a worker. Execution 0 represents manual
 * captures.
 *
 *   account_id  execution_id  captures  released_at
 *   1           10            1         09:02
 *   2           20            1         09:01
 */
const heldColumns = sql`c.source, c.account_id, ${execution} as execution_id, c.enqueued_at`;
const heldCaptures = sql`
  select source, account_id, execution_id, count(*)::int as captures, max(enqueued_at) as released_at
  from ((${releasedCaptures(heldColumns)}) union all (${runningCaptures(heldColumns)})) held
  group by source, account_id, execution_id`;

/**
 * Where the ring of accounts starts, and how many accounts to consider: enough to include `count` accounts that do not
 * hold captures.
 *
 *   account_id  accounts
 *   1           256        account 1 was served last; the ring starts after it
 */
const ringStart = (count: SQL): SQL => sql`
  select coalesce((select account_id from held order by released_at desc nulls last limit 1), 0) as account_id,
    greatest(${accountsConsidered}::int, ${count} + (select count(distinct account_id) from held)) as accounts`;

/** The lowest ID of an account whose waiting captures satisfy a condition, found with one index search per source. */
const lowestAccount = (condition: SQL): SQL => {
  const ofSource = (source: 'MANUAL_SCREENSHOT' | 'SCHEDULED_SCREENSHOT') => sql`
    (select ${waitingAccount} as account_id from ${captures} c
      where ${waitsNow(source)} and ${condition} order by ${waitingOrder} limit 1)`;
  return sql`select min(account_id) as account_id
    from (${ofSource('MANUAL_SCREENSHOT')} union all ${ofSource('SCHEDULED_SCREENSHOT')}) first`;
};

/**
 * The accounts with waiting captures in ID order, beginning at the start of the ring and continuing at the lowest ID after the
 * highest. Each step of the recursion searches the index for the next account with a higher ID, or else for the first
 * account.
 *
 *   account_id  wrapped  place
 *   1           false    0      the start itself, which is not a result
 *   2           false    1
 *   3           false    2
 *   1           true     3      the next one would be account 2 again, after the start: the ring is complete
 */
const accountRing = sql`
  select account_id, false as wrapped, 0 as place from ring_start
  union all
  select next.account_id, next.wrapped, ring.place + 1
  from account_ring ring cross join ring_start
  cross join lateral (${lowestAccount(sql`${waitingAccount} > ring.account_id`)}) following
  cross join lateral (${lowestAccount(sql`following.account_id is null and not ring.wrapped`)}) lowest
  cross join lateral (select coalesce(following.account_id, lowest.account_id) as account_id,
    ring.wrapped or following.account_id is null as wrapped) next
  where ring.place < ring_start.accounts and next.account_id is not null
    and not (next.wrapped and next.account_id > ring_start.account_id)`;

/** The accounts that have their own limit, which are few. */
const ownLimits = sql`
  select id as account_id, max_running_captures as most from ${accounts} where max_running_captures is not null`;

/**
 * The `count` accounts to serve next: those that hold the fewest captures; ties go to the account whose last capture finished
 * earliest. `manual_turns` is the number of manual captures that finished since the last scheduled capture.
 * `last_execution_id` is the account's most recently served execution.
 *
 * `places` is the maximum number of captures that the account gets. Among `count` accounts, each account gets a slot
 * before any account holds more than one capture more than the account that now holds the most. Fewer accounts may not
 * have enough captures for this. An account never gets more than its limit, and an account that has reached its limit
 * is omitted.
 *
 *   account_id  held  served_at  held_manual  manual_turns  last_execution_id  places
 *   3           0     null       0            0             0                  2
 *   2           1     08:50      0            0             20                 1
 *   1           1     08:59      0            0             10                 1
 */
const nextAccounts = (count: SQL, maxPerAccount: SQL): SQL => sql`
  select a.account_id, a.held, a.served_at, a.held_manual, recent.manual_turns,
    coalesce(a.execution_id, recent.execution_id, 0) as last_execution_id,
    least(case when count(*) over () < ${count} then ${count}
      else least(${count}, max(a.held) over () + 1 - a.held) end, a.most - a.held) as places
  from (
    select ring.account_id, coalesce(own.most, ${maxPerAccount}) as most, coalesce(h.captures, 0) as held, coalesce(h.manual, 0) as held_manual, h.execution_id,
      (${lastFinished(sql`ring.account_id`, sql`l.captured_at`)} limit 1) as served_at
    from account_ring ring
    left join (
      select account_id, sum(captures)::int as captures, coalesce(sum(captures) filter (where execution_id = 0), 0)::int as manual,
        (array_agg(execution_id order by released_at desc nulls last) filter (where execution_id > 0))[1] as execution_id
      from held group by account_id
    ) h using (account_id)
    left join own_limits own using (account_id)
    where ring.place > 0 and (coalesce(own.most, ${maxPerAccount}) is null or coalesce(h.captures, 0) < coalesce(own.most, ${maxPerAccount}))
    order by held, served_at nulls first, ring.account_id limit ${count}
  ) a cross join lateral (
    select least(coalesce(min(place) filter (where execution_id > 0) - 1, count(*)), ${manualTurns}::int) as manual_turns,
      (array_agg(execution_id order by place) filter (where execution_id > 0))[1] as execution_id
    from (
      select execution_id, row_number() over () as place
      from (${lastFinished(sql`a.account_id`, sql`coalesce(l.execution_id, 0) as execution_id`)}
        ${hiddenLimit(turnsConsidered)}) last
    ) last
  ) recent`;

/** An account's finished captures, most recent first. */
const lastFinished = (accountId: SQL, columns: SQL): SQL => sql`
  select ${columns} from ${screenshots} l where l.account_id = ${accountId} and l.captured_at is not null
  order by l.captured_at desc, l.id desc`;
