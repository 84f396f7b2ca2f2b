// An item's captures by position, at a cost that does not depend on their number: the daily counts show on which day a
// page starts, so only rows of that day have to be skipped. ADR 54.
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { itemDays } from '../../schema/item-days.ts';
import { screenshots } from '../../schema/screenshots.ts';
import type { HistoryPlace } from '../history/captures-around.ts';
import { progressRow } from '../history/progress.ts';
import type { Window } from '../page.ts';

type ItemKey = { accountId: number; itemId: number };

/** The number of finished captures on each counted day, and on all later days together. */
const countsOfDays = ({ accountId, itemId }: ItemKey): SQL => sql`
  with progress as materialized (
    select coalesce(day, '-infinity') as uncounted_day, coalesce(day::timestamp at time zone 'UTC', '-infinity') as uncounted
    from ${progressRow} p
  ), days as (
    select d.day, d.total_captures::bigint as captures
    from progress join ${itemDays} d on d.item_id = ${itemId} and d.account_id = ${accountId} and d.day < progress.uncounted_day
    union all
    select max(uncounted_day), count(s.id) from progress
    join ${screenshots} s on s.item_id = ${itemId} and s.account_id = ${accountId} and s.captured_at >= progress.uncounted
  )`;

/**
 * The numbers of an item's finished and unfinished captures. Unfinished captures are found among those of the account.
 */
export async function countItemScreenshots(
  db: Queryable,
  key: ItemKey,
): Promise<{ finished: number; unfinished: number }> {
  const [row] = await db.execute<{ finished: string; unfinished: string }>(
    sql`
    ${countsOfDays(key)}
    select (select coalesce(sum(captures), 0) from days) as finished, (
      select count(*) from ${screenshots} s
      where s.account_id = ${key.accountId} and s.status = 'PENDING' and s.item_id = ${key.itemId}) as unfinished`.inlineParams(),
  );
  return { finished: Number(row!.finished), unfinished: Number(row!.unfinished) };
}

/** The number of an item's finished captures. */
export async function countFinishedCaptures(db: Queryable, key: ItemKey): Promise<number> {
  const [row] = await db.execute<{ captures: string }>(
    sql`${countsOfDays(key)} select coalesce(sum(captures), 0) as captures from days`.inlineParams(),
  );
  return Number(row!.captures);
}

/** The number of an item's finished captures before a position. */
export async function countCapturesBefore(
  db: Queryable,
  { accountId, itemId, place: { at, screenshotId } }: ItemKey & { place: HistoryPlace },
): Promise<number> {
  const time = sql`${at.toISOString()}::timestamptz`;
  const [row] = await db.execute<{ captures: string }>(
    sql`
    with days as materialized (
      select least(coalesce(day, '-infinity'), (${time} at time zone 'UTC')::date) as first_read
      from ${progressRow} p
    )
    select (
      select coalesce(sum(d.total_captures), 0) from days
      join ${itemDays} d on d.item_id = ${itemId} and d.account_id = ${accountId} and d.day < days.first_read
    ) + (
      select count(*) from days
      join ${screenshots} s on s.item_id = ${itemId} and s.account_id = ${accountId}
        and s.captured_at >= days.first_read::timestamp at time zone 'UTC' and s.captured_at <= ${time}
        and (s.captured_at, s.id) < (${time}, ${screenshotId})
    ) as captures`.inlineParams(),
  );
  return Number(row!.captures);
}

/** The IDs of an item's finished captures, by completion time. */
export async function finishedIdsOfItem(
  db: Queryable,
  key: ItemKey,
  { offset, limit, direction }: Window,
): Promise<number[]> {
  const order = sql.raw(direction);
  const isAscending = direction === 'asc';
  const start = isAscending
    ? sql`s.captured_at >= place.day::timestamp at time zone 'UTC'`
    : sql`s.captured_at < case when place.is_last then 'infinity' else (place.day + 1)::timestamp at time zone 'UTC' end`;
  const rows = await db.execute<{ id: string }>(
    sql`
    ${countsOfDays(key)}
    select s.id from (
      select day, ${offset} - (reached - captures) as skipped, is_last from (
        select day, captures, sum(captures) over (order by day ${order}) as reached, day = max(day) over () as is_last from days
        where captures > 0
      ) numbered where reached > ${offset} order by reached limit 1
    ) place cross join lateral (
      select s.id, s.captured_at from ${screenshots} s
      where s.item_id = ${key.itemId} and s.account_id = ${key.accountId} and s.captured_at is not null and ${start}
      order by s.captured_at ${order}, s.id ${order} offset place.skipped limit ${limit}
    ) s order by s.captured_at ${order}, s.id ${order}`.inlineParams(),
  );
  return rows.map(({ id }) => Number(id));
}
