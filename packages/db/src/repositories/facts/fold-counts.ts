import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { counts, slotsOfDay } from '../../schema/counts.ts';
import { countedFacts, facts } from '../../schema/facts.ts';
import { factsAfterPosition, movePosition } from './facts-after-position.ts';
import { factDay, factSlot } from './uncounted.ts';

const perDay = sql.raw(String(slotsOfDay));

/**
 * Adds facts to the counts and advances the position up to which facts are counted, in one statement, so that a reader
 * sees each fact exactly once. Does nothing while another process counts.
 * @param limit number of facts after which no more transactions are counted
 * @returns the number of counted facts, and whether the position comes from another server (`resumeCounting`)
 */
export async function foldFacts(
  db: Queryable,
  limit: number,
): Promise<{ folded: number; isForeign: boolean }> {
  const [row] = await db.execute<{ folded: number; isForeign: boolean }>(
    sql`
    with position as materialized (
      select before, last_id from ${countedFacts} for update skip locked
    ), ${factsAfterPosition({ columns: sql`f.id, f.account_id, f.counter, f.slot, f.records, f.amount`, limit })}, changed as (
      select account_id, counter, ${factDay} as day, ${factSlot} as slot, sum(records)::integer as change, sum(amount) as amount
      from taken where counter is not null group by 1, 2, 3, 4
    ), days as (
      -- For each day alone: the planner does not know how many facts there are, and must not choose between joins of all of them.
      select account_id, counter, day, total, amount, array(
        select coalesce(change, 0) from generate_series(0, ${perDay} - 1) as slot
        left join unnest(changed_slots, changes) as changed (slot, change) using (slot) order by slot
      ) as slots
      from (
        select account_id, counter, day, sum(change)::integer as total, sum(amount) as amount, array_agg(slot) as changed_slots,
          array_agg(change) as changes
        from changed group by 1, 2, 3
      ) as days
    ), added as (
      insert into ${counts} as kept (account_id, counter, day, slots, total, amount)
      select account_id, counter, day, slots, total, amount from days order by 1, 2, 3
      on conflict (account_id, counter, day) do update set
        slots = array(
          select before + change from unnest(kept.slots, excluded.slots) with ordinality as s(before, change, n) order by n
        ),
        total = kept.total + excluded.total, amount = kept.amount + excluded.amount
    ), moved as (
      ${movePosition(countedFacts, sql`, last_id = greatest(bounds.last_id, (select max(id) from taken))`)}
    )
    select (select count(*) from taken)::integer as folded,
      exists (select from position where before > pg_snapshot_xmax(pg_current_snapshot())) as "isForeign"`.inlineParams(),
  );
  return row!;
}

/**
 * Restarts counting at the oldest transaction in progress, after a database was restored on another server whose
 * transactions have lower IDs. Facts that were not counted become facts of this transaction; those that were counted are
 * deleted, because their order is lost.
 */
export async function resumeCounting(db: Queryable): Promise<void> {
  await db.execute(sql`
    with lost as materialized (
      select before, last_id from ${countedFacts} where before > pg_snapshot_xmax(pg_current_snapshot()) for update skip locked
    ), gone as (
      delete from ${facts} f using lost where f.transaction < lost.before and f.id <= lost.last_id
    ), kept as (
      update ${facts} f set transaction = pg_current_xact_id() from lost where f.transaction >= lost.before or f.id > lost.last_id
    )
    update ${countedFacts} set before = pg_snapshot_xmin(pg_current_snapshot()) from lost`);
}
