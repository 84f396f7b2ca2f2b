// An account's history: the captures created in each period. Totals are computed from the ten-minute counts of UTC days (ADR 80);
// failed and unfinished captures are counted in their partial index. ADR 54.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { counts, slotMs, slotsOfDay } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { isCounter, screenshotCounters } from '../facts/counters.ts';
import { factDay, isUncounted } from '../facts/uncounted.ts';
import { arrayText, preparedStatement } from '../prepared-statement.ts';
import { type DayPartColumns, dayPartColumns, dayParts, unnestedParts } from './day-parts.ts';

export type ScreenshotBucket = {
  /** Index of the period, from 0. */
  index: number;
  captures: number;
  failures: number;
  unfinished: number;
};

/**
 * The periods between consecutive edges in which the account created captures.
 * @param edges two or more increasing times
 */
export async function readScreenshotHistory(
  db: Queryable,
  { accountId, edges }: { accountId: number; edges: readonly Date[] },
): Promise<ScreenshotBucket[]> {
  const slots = edges.map((edge) => Math.floor(edge.getTime() / slotMs));
  const rows = await readHistory(db, {
    accountId,
    edges: arrayText(edges.map((edge) => edge.toISOString())),
    slots: arrayText(slots),
    ...dayPartColumns(dayParts(slots, slotsOfDay)),
  });
  return rows.map(({ period, captures, failures, unfinished }) => ({
    index: period,
    captures: Number(captures),
    failures: Number(failures),
    unfinished: Number(unfinished),
  }));
}

type Values = { accountId: number; edges: string; slots: string } & DayPartColumns;
type Row = { period: number; captures: string; failures: string; unfinished: string };

const epoch = sql`date '1970-01-01'`;
const counted = isCounter(screenshotCounters);
const slot = sql.raw(`interval '${slotMs / 1_000} seconds'`);

const readHistory = preparedStatement<Values, Row>('screenshot_history', (value) => {
  const accountId = sql`${value('accountId')}::bigint`;
  /** One index probe per period: the index contains the captures with a given status in time order. */
  const countWith = (status: 'FAILED' | 'PENDING') => sql`(
    select count(*) from ${screenshots} s
    where s.account_id = ${accountId} and s.status = ${sql.raw(`'${status}'`)} and s.created_at >= e.start and s.created_at < e.stop)`;
  return sql`
  with given as materialized (
    select times, slots, cardinality(times) - 1 as periods,
      (times[1] at time zone 'UTC')::date as first_day, (times[cardinality(times)] at time zone 'UTC')::date as last_day
    from (select ${value('edges')}::timestamptz[] as times, ${value('slots')}::integer[] as slots) g
  ),
  counted as materialized (
    select c.day - ${epoch} as day, c.total, c.slots from given g
    join ${counts} c on c.account_id = ${accountId} and ${counted} and c.day between g.first_day and g.last_day
  ),
  cut as materialized (
    select e.n as period, (
      select count(*) from ${screenshots} s
      where s.account_id = ${accountId} and s.created_at >= timestamptz 'epoch' + e.slot * ${slot} and s.created_at < e.at
    ) as captures
    from given g cross join lateral unnest(g.times, g.slots) with ordinality as e (at, slot, n)
    where e.at > timestamptz 'epoch' + e.slot * ${slot}
  ),
  records (period, captures) as (
    select p.period, sum(case when p.rest = 1 then c.total - slice.captures else slice.captures end)
    from ${unnestedParts(value)}
    join counted c on c.day = p.day
    cross join lateral (
      select case when p.first = p.stop then 0 else (select sum(n) from unnest(c.slots[p.first + 1:p.stop]) n) end as captures
    ) slice
    group by 1
    union all
    select width_bucket(f.slot, g.slots) - 1, sum(f.records)
    from given g join ${facts} f on f.account_id = ${accountId} and ${counted} and ${isUncounted}
      and ${factDay} between g.first_day and g.last_day
    group by 1
    -- A slot that an edge cuts is counted in the later period. Its captures before the edge belong to the earlier one.
    union all
    select cut.period::integer - moved.later, moved.sign * cut.captures from cut cross join (values (1, -1), (2, 1)) as moved (later, sign)
  ),
  totals as materialized (select period, sum(captures) as captures from records group by period having sum(captures) > 0)
  select t.period, t.captures, ${countWith('FAILED')} as failures, ${countWith('PENDING')} as unfinished
  from totals t cross join given g cross join lateral (select g.times[t.period + 1] as start, g.times[t.period + 2] as stop) e
  where t.period >= 0 and t.period < g.periods order by t.period`;
});
