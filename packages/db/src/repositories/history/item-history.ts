// The history of an item: its finished captures and its changes in each period. Days that are already counted are read from
// `item_days`; the others, usually today and yesterday, are read from the item's indexes. ADR 54.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { itemDays, quarterMs, quartersOfDay } from '../../schema/item-days.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { arrayText, preparedStatement } from '../prepared-statement.ts';
import { type DayPartColumns, dayPartColumns, dayParts, unnestedParts } from './day-parts.ts';
import { progressRow } from './progress.ts';

export type HistoryBucket = {
  /** Index of the period, from 0. */
  index: number;
  captures: number;
  failures: number;
  changes: number;
  /** The first capture in the period; null if the period contains only a change. */
  firstScreenshotId: number | null;
  /** The first check in the period that found a change; null if there is none. */
  firstChangeId: number | null;
  firstChangedScreenshotId: number | null;
};

/**
 * The periods between consecutive edges in which the item has captures or changes.
 * @param edges two or more increasing times, each on a quarter hour, as the day boundaries of all time zones have been since 1972
 */
export async function readItemHistory(
  db: Queryable,
  { accountId, itemId, edges }: { accountId: number; itemId: number; edges: readonly Date[] },
): Promise<HistoryBucket[]> {
  const quarters = edges.map((edge) => Math.floor(edge.getTime() / quarterMs));
  const rows = await readHistory(db, {
    accountId,
    itemId,
    edges: arrayText(edges.map((edge) => edge.toISOString())),
    ...dayPartColumns(dayParts(quarters, quartersOfDay)),
  });
  return rows.map(({ period, captures, failures, changes, first, change, changed }) => ({
    index: period,
    captures: Number(captures),
    failures: Number(failures),
    changes: Number(changes),
    firstScreenshotId: idOf(first),
    firstChangeId: idOf(change),
    firstChangedScreenshotId: idOf(changed),
  }));
}

const idOf = (id: string | null): number | null => (id === null ? null : Number(id));

type Values = { accountId: number; itemId: number; edges: string } & DayPartColumns;
type Row = {
  period: number;
  captures: string;
  failures: string;
  changes: string;
  first: string | null;
  change: string | null;
  changed: string | null;
};

const isChange = sql`c.changed and c.screenshot_id is not null`;
/** The count for a part of a day, computed from the slice of the day's slots. */
const ofPart = (name: string) => {
  const [slice, total] = [sql.raw(`coalesce(slice.${name}, 0)`), sql.raw(`d.total_${name}`)];
  return sql`sum(case when p.rest = 1 then ${total} - ${slice} else ${slice} end)`;
};

const readHistory = preparedStatement<Values, Row>('item_history', (value) => {
  const itemId = sql`${value('itemId')}::bigint`;
  const accountId = sql`${value('accountId')}::bigint`;
  return sql`
  with given as materialized (
    select times, cardinality(times) - 1 as periods, (times[1] at time zone 'UTC')::date as first_day,
      least((times[cardinality(times)] at time zone 'UTC')::date, day - 1) as last_day,
      greatest(times[1], day::timestamp at time zone 'UTC') as uncounted, times[cardinality(times)] as stop
    from (select ${value('edges')}::timestamptz[] as times, coalesce((select day from ${progressRow} p), '-infinity') as day) g
  ),
  counted as materialized (
    select d.day - date '1970-01-01' as day, d.slots, d.captures, d.failures, d.changes, d.total_captures, d.total_failures, d.total_changes
    from given g join ${itemDays} d on d.item_id = ${itemId} and d.account_id = ${accountId} and d.day between g.first_day and g.last_day
  ),
  records (period, captures, failures, changes) as (
    select p.period, ${ofPart('captures')}, ${ofPart('failures')}, ${ofPart('changes')}
    from ${unnestedParts(value)} join counted d on d.day = p.day
    cross join lateral (
      select width_bucket((p.first - 1)::smallint, d.slots) + 1 as first, width_bucket((p.stop - 1)::smallint, d.slots) as last
    ) s
    cross join lateral (
      select sum(c.captures) as captures, sum(c.failures) as failures, sum(c.changes) as changes
      from unnest(d.captures[s.first:s.last], d.failures[s.first:s.last], d.changes[s.first:s.last]) as c (captures, failures, changes)
      where p.first < p.stop
    ) slice
    group by 1
    union all
    select width_bucket(s.captured_at, g.times) - 1, count(*), count(*) filter (where s.status = 'FAILED'), 0
    from given g join ${screenshots} s on s.item_id = ${itemId} and s.account_id = ${accountId} and s.captured_at >= g.uncounted and s.captured_at < g.stop
    group by 1
    union all
    select width_bucket(c.completed_at, g.times) - 1, 0, 0, count(*)
    from given g join ${contentChecks} c
      on c.item_id = ${itemId} and c.account_id = ${accountId} and ${isChange} and c.completed_at >= g.uncounted and c.completed_at < g.stop
    group by 1
  ),
  totals as materialized (
    select period, sum(captures) as captures, sum(failures) as failures, sum(changes) as changes
    from records group by period having sum(captures) + sum(changes) > 0
  )
  select t.period, t.captures, t.failures, t.changes, first.id as first, change.id as change, change.screenshot_id as changed
  from totals t cross join given g
  left join lateral (
    select s.id from ${screenshots} s
    where s.item_id = ${itemId} and s.account_id = ${accountId} and s.captured_at >= g.times[t.period + 1] and s.captured_at < g.times[t.period + 2]
      and t.captures > 0
    order by s.captured_at, s.id limit 1
  ) first on true
  left join lateral (
    select c.id, c.screenshot_id from ${contentChecks} c
    where c.item_id = ${itemId} and c.account_id = ${accountId} and ${isChange}
      and c.completed_at >= g.times[t.period + 1] and c.completed_at < g.times[t.period + 2] and t.changes > 0
    order by c.completed_at, c.id limit 1
  ) change on true
  order by t.period`;
});
