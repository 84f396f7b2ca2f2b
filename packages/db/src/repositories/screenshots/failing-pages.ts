// Pages are found through their failures, because failures are few and indexed. Reading the newest capture of every item
// would be expensive for accounts with many items. The subqueries have an order and a limit, because the planner would
// read the whole table for `not exists`.
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { isUnexpected } from './page-records.ts';
import { type ScreenshotRow, selectScreenshots } from './progress.ts';

/** Maximum number of failures that are read, newest first. A page that fails every minute has 1,440 failures a day. */
const maxFailures = 2_000;

export type FailingPageRow = {
  screenshot: ScreenshotRow;
  scheduleId: number | null;
  scheduleName: string | null;
};

/**
 * The newest failure of each page that has not been captured successfully since, newest first. A page is an item, or the
 * URL of manual captures. @param since only captures that were requested at or after this time count
 */
export const listFailingPages = (
  db: Queryable,
  account: Account,
  bounds: Bounds,
): Promise<FailingPageRow[]> =>
  listPages(db, sql`status = 'FAILED' and failure_code is distinct from 'cancelled'`, account, bounds);

/** Like `listFailingPages`, but for pages whose newest successful capture does not show the requested page. */
export const listUnexpectedPages = (
  db: Queryable,
  account: Account,
  bounds: Bounds,
): Promise<FailingPageRow[]> => listPages(db, sql`${isUnexpected}`, account, bounds);

type Account = { accountId: number };
type Bounds = { since: Date; limit: number };

/** @param selected the captures to search */
async function listPages(
  db: Queryable,
  selected: SQL,
  { accountId }: Account,
  { since, limit }: Bounds,
): Promise<FailingPageRow[]> {
  const found = await db.execute<{
    id: string;
    schedule_id: string | null;
    schedule_name: string | null;
  }>(sql`
    with found as materialized (
      select id, item_id, url, captured_at, created_at from screenshots
      where account_id = ${accountId} and ${selected} and created_at >= ${since.toISOString()}::timestamptz
      order by created_at desc, id desc limit ${maxFailures}
    ), pages as (
      select distinct on (item_id, case when item_id is null then url end) * from found
      order by item_id, case when item_id is null then url end, created_at desc, id desc
    )
    select p.id, s.id as schedule_id, s.name as schedule_name from pages p
    left join schedule_items i on i.id = p.item_id
    left join schedules s on s.id = i.schedule_id
    where (p.item_id is null or (i.removed_at is null and s.deleted_at is null))
      and case when p.item_id is null
        then (
          select later.id from screenshots later
          where later.account_id = ${accountId} and md5(later.url) = md5(p.url) and later.url = p.url
            and later.created_at > p.created_at and later.status = 'SUCCESS'
          order by later.created_at limit 1)
        else (
          select later.id from screenshots later
          where later.item_id = p.item_id and later.captured_at > p.captured_at and later.status = 'SUCCESS'
          order by later.captured_at limit 1)
      end is null
    order by p.created_at desc, p.id desc limit ${limit}`);
  const ids = found.map(({ id }) => Number(id));
  const rows = ids.length === 0 ? [] : await selectScreenshots(db).where(inArray(screenshots.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, schedule_id, schedule_name }) => {
    const screenshot = byId.get(Number(id));
    const scheduleId = schedule_id === null ? null : Number(schedule_id);
    return screenshot ? [{ screenshot, scheduleId, scheduleName: schedule_name }] : [];
  });
}
