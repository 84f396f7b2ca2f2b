import type { ScreenshotVerdict, Verdict } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';

/** Maximum number of captures read per item, newest first, in case an item always fails. */
const mostCaptures = 100;

export type NewestCaptureRow = {
  itemId: number;
  screenshotId: number;
  completedAt: string;
  verdict: ScreenshotVerdict | null;
};

/** The newest successful capture of each item in a schedule, in item order. For most items, one index entry is read. */
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
  }>(sql`
    select i.id as item_id, newest.id, to_json(newest.captured_at) as captured_at,
      nullif(p.page->'verdict', 'null') as verdict, (p.page->>'httpStatus')::integer as http_status
    from schedule_items i
    cross join lateral (
      select * from (
        select s.id, s.status, s.captured_at from screenshots s
        where s.item_id = i.id and s.account_id = ${accountId} and s.captured_at is not null
        order by s.captured_at desc limit ${mostCaptures}
      ) finished
      where status = 'SUCCESS' order by captured_at desc limit 1
    ) newest
    left join page_records p on p.screenshot_id = newest.id
    where i.schedule_id = ${scheduleId} and i.account_id = ${accountId} and i.removed_at is null
    order by i.position`);
  return rows.map((row) => ({
    itemId: Number(row.item_id),
    screenshotId: Number(row.id),
    completedAt: new Date(row.captured_at).toISOString(),
    verdict: row.verdict && { ...row.verdict, httpStatus: row.http_status },
  }));
}
