import type { ScreenshotVerdict, Verdict } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { arrayText } from '../prepared-statement.ts';

/** Maximum number of captures read per item, newest first, in case an item always fails. */
const maxCaptures = 100;

export type NewestCaptureRow = {
  itemId: number;
  screenshotId: number;
  completedAt: string;
  verdict: ScreenshotVerdict | null;
  title: string | null;
};

/** The newest successful capture `newest` of an item `i`. */
const newestCapture = (accountId: number): SQL => sql`
  (
    select * from (
      select s.id, s.status, s.captured_at from ${screenshots} s
      where s.item_id = i.id and s.account_id = ${accountId} and s.captured_at is not null
      order by s.captured_at desc limit ${maxCaptures}
    ) finished
    where status = 'SUCCESS' order by captured_at desc limit 1
  ) newest`;

/** The title of the newest successful capture of each item, by item ID. Items without a title are omitted. */
export async function findNewestTitles(
  db: Queryable,
  { accountId, itemIds }: { accountId: number; itemIds: number[] },
): Promise<Map<number, string>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db.execute<{ item_id: string; title: string }>(sql`
    select i.id as item_id, p.page->>'title' as title
    from unnest(${arrayText(itemIds)}::bigint[]) as i (id)
    cross join lateral ${newestCapture(accountId)}
    join page_records p on p.screenshot_id = newest.id
    where p.page->>'title' is not null`);
  return new Map(rows.map((row) => [Number(row.item_id), row.title]));
}

/**
 * The newest successful capture of each item in a schedule, in item order. For most items, only one index entry is read.
 */
export async function listNewestCaptures(
  db: Queryable,
  { accountId, scheduleId }: { accountId: number; scheduleId: number },
): Promise<NewestCaptureRow[]> {
  const rows = await db.execute<{
    item_id: string;
    id: string;
    captured_at: string;
    verdict: Verdict | null;
    http_status: number | null;
    title: string | null;
  }>(sql`
    select i.id as item_id, newest.id, to_json(newest.captured_at) as captured_at,
      nullif(p.page->'verdict', 'null') as verdict, (p.page->>'httpStatus')::integer as http_status,
      p.page->>'title' as title
    from schedule_items i
    cross join lateral ${newestCapture(accountId)}
    left join page_records p on p.screenshot_id = newest.id
    where i.schedule_id = ${scheduleId} and i.account_id = ${accountId} and i.removed_at is null
    order by i.position`);
  return rows.map((row) => ({
    itemId: Number(row.item_id),
    screenshotId: Number(row.id),
    completedAt: new Date(row.captured_at).toISOString(),
    verdict: row.verdict && { ...row.verdict, httpStatus: row.http_status },
    title: row.title,
  }));
}
