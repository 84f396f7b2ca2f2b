import type { Database } from '@shotclock/db';

export type CapturedItem = { scheduleId: number; itemId: number; accountId: number };
export type Captured = { id: number; at: number; failed: boolean; checkId: number | null };

/**
 * Inserts finished captures of an item, in the order of the statement's rows: one every `stepSeconds` from `from` to `to`. Every
 * `failEvery`th capture failed, and every `changeEvery`th has a check that found a change.
 */
export async function insertCaptures(
  db: Database,
  { itemId, accountId }: CapturedItem,
  { from, to, stepSeconds, failEvery, changeEvery }: Series,
): Promise<Captured[]> {
  const rows = await db.orm.execute<{ id: string; at: string; failed: boolean; check_id: string | null }>(`
    with added as (
      insert into screenshots (account_id, item_id, source, url, full_page, format, response_type, extract_html, extract_text, status,
        created_at, captured_at)
      select ${accountId}, ${itemId}, 'SCHEDULED_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false,
        case when n % ${failEvery} = 0 then 'FAILED' else 'SUCCESS' end, at, at
      from generate_series('${from}'::timestamptz, '${to}'::timestamptz, interval '${stepSeconds} s') with ordinality as s(at, n)
      order by n
      returning id, captured_at, status
    ), checked as (
      insert into content_checks (account_id, item_id, screenshot_id, url, target, comparison, status, changed, ratio, price, completed_at)
      select ${accountId}, ${itemId}, id, 'https://example.com/', 'x', '{}', 'SUCCESS', true, 0.5, 1, captured_at
      from (select *, row_number() over (order by captured_at) as n from added) s where n % ${changeEvery} = 0 and status = 'SUCCESS'
      returning id, screenshot_id
    )
    select added.id, to_json(captured_at) as at, added.status = 'FAILED' as failed, checked.id as check_id
    from added left join checked on checked.screenshot_id = added.id order by captured_at`);
  return rows.map((row) => ({
    id: Number(row.id),
    at: Date.parse(row.at),
    failed: row.failed,
    checkId: row.check_id === null ? null : Number(row.check_id),
  }));
}

type Series = { from: string; to: string; stepSeconds: number; failEvery: number; changeEvery: number };
