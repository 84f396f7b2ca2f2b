import { openDatabase } from '@shotclock/db';
import type { System } from './spawn-system.fixture.ts';

/** Times in ISO 8601. A capture without `place` failed. */
export type InsertedCapture = {
  created: string;
  completed: string;
  /** Index of the capture to copy among the successful captures of the source item, in order of creation, starting at 0. */
  place?: number;
};
export type FilledItem = { scheduleId: number; itemId: number; captureIds: number[] };

/** Creates a schedule with one page and inserts copies of another item's captures for it. Returns their IDs in the same order. */
export async function createFilledItem(
  { client, databaseUrl, origin }: System,
  sourceItemId: number,
  captures: readonly InsertedCapture[],
): Promise<FilledItem> {
  const schedule = await client.schedules.create({
    name: 'Filled',
    schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
    items: [{ url: `${origin}/demo/clock`, width: 800, height: 600 }],
  });
  const itemId = schedule.items[0]!.id;
  const db = openDatabase({ url: databaseUrl, name: 'test' });
  try {
    const rows = await db.orm.execute<{ id: string }>(`
      with real as (
        select *, row_number() over (order by id) - 1 as place from screenshots where item_id = ${sourceItemId} and status = 'SUCCESS'
      )
      insert into screenshots (account_id, item_id, source, url, width, height, full_page, format, response_type, extract_html,
        extract_text, status, attempt, captured_at, image, bytes, html, text, description, failure_code, created_at)
      select real.account_id, ${itemId}, source, url, width, height, full_page, format, response_type, extract_html, extract_text,
        case when given.place is null then 'FAILED' else 'SUCCESS' end, 1, given.completed,
        case when given.place is not null then image end, case when given.place is null then 0 else bytes end,
        case when given.place is not null then html end, case when given.place is not null then text end,
        case when given.place is null then 'The page did not respond.' end, case when given.place is null then 'timed_out' end,
        given.created
      from jsonb_to_recordset('${JSON.stringify(captures.map((one, n) => ({ n, ...one })))}')
        as given(n int, created timestamptz, completed timestamptz, place int)
      join real on real.place = coalesce(given.place, 0)
      order by given.n returning id`);
    // Resets the counter's progress, because it counts each past day only once.
    await db.orm.execute('update item_days_progress set day = null, item_id = 0');
    return { scheduleId: schedule.id, itemId, captureIds: rows.map(({ id }) => Number(id)) };
  } finally {
    await db.close();
  }
}
