import { countItemHistory } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { openDatabase } from '@shotclock/db';
import { createFilesystemStore } from '@shotclock/storage';
import { type System, stopDemo } from '../test/spawn-system.fixture.ts';

export type FilledItem = { scheduleId: number; itemId: number };

/** Number of real captures. All other captures reuse their images. */
const realCaptures = 4;
/** Maximum number of captures that one statement inserts, so that it stays within the statement timeout. */
const maxInserted = 20_000;
/** Every `failEvery`th capture failed, and the image of every `changeEvery`th capture differs from the previous one. */
const failEvery = 97;
const changeEvery = 50;

/** Creates an item with a capture every five minutes. */
export async function fillItem(system: System, count: number): Promise<FilledItem> {
  const { client, origin, databaseUrl } = system;
  await stopDemo(system);
  const schedule = await client.schedules.create({
    name: 'A clock, every five minutes',
    schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
    policy: { detectChanges: true, comparison: { confirm: false } },
    items: [{ url: `${origin}/demo/clock`, width: 1_280, height: 800 }],
  });
  const itemId = schedule.items[0]!.id;
  for (let run = 0; run < realCaptures; run += 1) await client.schedules.run(schedule.id).wait();
  const db = openDatabase({ url: databaseUrl, name: 'bench' });
  try {
    for (let from = 0; from < count; from += maxInserted) {
      const to = Math.min(count, from + maxInserted);
      await db.orm.execute(insertCaptures(itemId, { from, to, count }));
    }
    // Resets the counter's progress, because it counts each past day only once.
    await db.orm.execute('update item_days_progress set day = null, item_id = 0');
    const core = createTestContext(db, createFilesystemStore('/nowhere'));
    while ((await countItemHistory(core)) > 0);
    await db.orm.execute('vacuum analyze');
  } finally {
    await db.close();
  }
  return { scheduleId: schedule.id, itemId };
}

/** SQL that copies an item's real captures to earlier times, with a check for each capture whose image differs from the previous one. */
const insertCaptures = (itemId: number, { from, to, count }: { from: number; to: number; count: number }) => `
  with real as (
    select *, row_number() over (order by id) - 1 as place from screenshots where item_id = ${itemId} and execution_id is not null
  ), added as (
    insert into screenshots (account_id, item_id, source, url, width, height, full_page, format, response_type, extract_html,
      extract_text, status, attempt, started_at, captured_at, processing_time_ms, image, bytes, description, failure_code, created_at)
    select account_id, item_id, source, url, width, height, full_page, format, response_type, extract_html, extract_text,
      case when failed then 'FAILED' else 'SUCCESS' end, 1, at, at, 300, case when failed then null else image end,
      case when failed then 0 else bytes end, case when failed then 'The page did not respond.' end,
      case when failed then 'timed_out' end, at
    from (
      select n, n % ${failEvery} = 0 as failed, now() - interval '5 minutes' * (${count} - n) - interval '1 hour' as at
      from generate_series(${from}, ${to} - 1) as n
    ) series join real on place = n / ${changeEvery} % ${realCaptures}
    order by n
    returning id, account_id, item_id, url, captured_at, status
  )
  insert into content_checks (account_id, item_id, screenshot_id, url, target, comparison, status, changed, ratio, price, completed_at)
  select account_id, item_id, id, url, 'x', '{"mode":"visual"}', 'SUCCESS', true, 0.01, 1, captured_at
  from (select *, row_number() over (order by captured_at) as n from added) numbered
  where n % ${changeEvery} = 1 and status = 'SUCCESS'`;
