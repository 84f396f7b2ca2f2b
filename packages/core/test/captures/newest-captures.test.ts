import { expect, test } from 'vitest';
import { createSchedule, deleteItem, listNewestCaptures } from '../../src/index.ts';
import { hourly, inAnHour, item, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

test('the newest successful capture of each item in a schedule is listed, however many captures there are', async () => {
  const core = await newAccount(workspace);
  const body = hourly(inAnHour(), {
    items: [item('a'), item('b'), item('failing'), item('new'), item('removed')],
  });
  const { id, items } = await createSchedule(core, body);
  const [a, b, failing, , removed] = items.map((one) => one.id);
  await workspace.db.orm.execute(`
    insert into screenshots (account_id, item_id, source, url, full_page, format, response_type, extract_html, extract_text, status,
      created_at, captured_at)
    select ${core.accountId}, item_id, 'SCHEDULED_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false,
      case when item_id = ${failing} or (item_id = ${a} and n = 300) then 'FAILED' else 'SUCCESS' end, at, at
    from generate_series(1, 300) n, unnest(array[${[a, b, failing, removed]}]::bigint[]) item_id,
      lateral (select timestamptz '2026-11-21T09:00:00Z' + (n - case when item_id = ${b} then 100 else 0 end) * interval '1 minute' as at) t`);
  await deleteItem(core, { scheduleId: id, itemId: removed! });
  const { captures } = await listNewestCaptures(core, { scheduleId: id });
  expect(captures.map(({ itemId, completedAt }) => [itemId, completedAt])).toEqual([
    [a, '2026-11-21T13:59:00.000Z'],
    [b, '2026-11-21T12:20:00.000Z'],
  ]);
  const other = await newAccount(workspace);
  await expect(listNewestCaptures(other, { scheduleId: id })).rejects.toMatchObject({ code: 'not_found' });
});
