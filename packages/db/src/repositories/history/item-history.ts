// The history of an item: its finished captures and its changes in periods. Days that are counted are read from `item_days`, the
// others, usually today and yesterday, from the indexes of the item. ADR 54.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { itemDays, itemDaysProgress, quarterMs, quartersOfDay } from '../../schema/item-days.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { arrayText, preparedStatement } from '../prepared-statement.ts';

export type HistoryBucket = {
  /** Index of the period, from 0. */
  index: number;
  captures: number;
  failures: number;
  changes: number;
  /** The first capture of the period; null if a change is all that it has. */
  firstScreenshotId: number | null;
  /** The first check of the period that found a change; null without one. */
  firstChangeId: number | null;
  firstChangedScreenshotId: number | null;
};

/**
 * The periods between consecutive edges in which the item has captures or changes.
 * @param edges two or more increasing times, each a multiple of a quarter of an hour, as the days of time zones begin since 1972
 */
export async function readItemHistory(
  db: Queryable,
  { accountId, itemId, edges }: { accountId: number; itemId: number; edges: readonly Date[] },
): Promise<HistoryBucket[]> {
  const rows = await readHistory(db, {
    accountId,
    itemId,
    quarters: arrayText(edges.map((edge) => Math.floor(edge.getTime() / quarterMs))),
    edges: arrayText(edges.map((edge) => edge.toISOString())),
  });
  return rows.map(({ bucket, captures, failures, changes, first, change, changed }) => ({
    index: bucket - 1,
    captures: Number(captures),
    failures: Number(failures),
    changes: Number(changes),
    firstScreenshotId: idOf(first),
    firstChangeId: idOf(change),
    firstChangedScreenshotId: idOf(changed),
  }));
}

const idOf = (id: string | null): number | null => (id === null ? null : Number(id));

type Row = {
  bucket: number;
  captures: string;
  failures: string;
  changes: string;
  first: string | null;
  change: string | null;
  changed: string | null;
};

const perDay = sql.raw(String(quartersOfDay));
const isChange = sql`c.changed and c.screenshot_id is not null`;

const readHistory = preparedStatement<
  { accountId: number; itemId: number; quarters: string; edges: string },
  Row
>('item_history', (value) => {
  const itemId = sql`${value('itemId')}::bigint`;
  const accountId = sql`${value('accountId')}::bigint`;
  return sql`
  with given as materialized (
    select ${value('edges')}::timestamptz[] as times, ${value('quarters')}::integer[] as quarters
  ),
  period as materialized (
    select times, quarters, cardinality(times) as edges, times[cardinality(times)] as stop,
      (times[1] at time zone 'UTC')::date as first_day, (times[cardinality(times)] at time zone 'UTC')::date as last_day,
      coalesce(day, '-infinity') as uncounted_day,
      greatest(times[1], coalesce(day::timestamp at time zone 'UTC', '-infinity')) as uncounted
    from given cross join ${itemDaysProgress}
  ),
  records as (
    select width_bucket((d.day - date '1970-01-01') * ${perDay} + s.slot, p.quarters) as bucket,
      sum(s.captures) as captures, sum(s.failures) as failures, sum(s.changes) as changes
    from period p
    join ${itemDays} d on d.item_id = ${itemId} and d.account_id = ${accountId} and d.day between p.first_day and p.last_day and d.day < p.uncounted_day
    cross join lateral unnest(d.slots, d.captures, d.failures, d.changes) as s (slot, captures, failures, changes)
    group by 1
    union all
    select width_bucket(s.captured_at, p.times), count(*), count(*) filter (where s.status = 'FAILED'), 0
    from period p join ${screenshots} s on s.item_id = ${itemId} and s.account_id = ${accountId} and s.captured_at >= p.uncounted and s.captured_at < p.stop
    group by 1
    union all
    select width_bucket(c.completed_at, p.times), 0, 0, count(*)
    from period p join ${contentChecks} c
      on c.item_id = ${itemId} and c.account_id = ${accountId} and ${isChange} and c.completed_at >= p.uncounted and c.completed_at < p.stop
    group by 1
  ),
  buckets as materialized (
    select bucket, sum(captures) as captures, sum(failures) as failures, sum(changes) as changes
    from records cross join period p where bucket between 1 and p.edges - 1 group by bucket
  )
  select b.bucket, b.captures, b.failures, b.changes, first.id as first, change.id as change, change.screenshot_id as changed
  from buckets b cross join period p
  left join lateral (
    select s.id from ${screenshots} s
    where s.item_id = ${itemId} and s.account_id = ${accountId} and s.captured_at >= p.times[b.bucket] and s.captured_at < p.times[b.bucket + 1] and b.captures > 0
    order by s.captured_at, s.id limit 1
  ) first on true
  left join lateral (
    select c.id, c.screenshot_id from ${contentChecks} c
    where c.item_id = ${itemId} and c.account_id = ${accountId} and ${isChange}
      and c.completed_at >= p.times[b.bucket] and c.completed_at < p.times[b.bucket + 1] and b.changes > 0
    order by c.completed_at, c.id limit 1
  ) change on true
  order by b.bucket`;
});
