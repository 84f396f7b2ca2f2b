import { beforeEach, describe, expect, test } from 'vitest';
import { type CoreContext, createSchedule, deleteSchedule, getOverview } from '../../src/index.ts';
import { hoursAgo } from '../schedules/dispatch.fixture.ts';
import { hourly, inAnHour, item, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();
let core: CoreContext;
beforeEach(async () => {
  core = await newAccount(workspace);
});

type Capture = {
  itemId?: number;
  url?: string;
  hours: number;
  status?: string;
  code?: string;
  verdict?: string;
};

/** Inserts a capture that was requested some hours ago. */
async function insert({
  itemId,
  url = 'https://example.com/',
  hours,
  status = 'FAILED',
  code,
  verdict,
}: Capture) {
  const at = hoursAgo(hours).toISOString();
  await workspace.db.orm.execute(`
    insert into screenshots (account_id, item_id, source, url, full_page, format, response_type, extract_html, extract_text, status,
      failure_code, verdict, created_at, captured_at)
    values (${core.accountId}, ${itemId ?? null}, '${itemId ? 'SCHEDULED' : 'MANUAL'}_SCREENSHOT', '${url}', false, 'png', 'json', false,
      false, '${status}', ${code ? `'${code}'` : 'null'}, ${verdict ? `'${verdict}'` : 'null'}, '${at}', ${status === 'PENDING' ? 'null' : `'${at}'`})`);
}

const failing = async () =>
  (await getOverview(core)).failingPages.map(({ scheduleName, screenshot }) => [
    scheduleName,
    screenshot.scheduleItemId ?? screenshot.url,
    Math.round((Date.now() - Date.parse(screenshot.createdAt)) / 3_600_000),
  ]);

test('captures that do not show the requested page are counted, and their pages are listed until a capture shows it', async () => {
  const { items } = await createSchedule(core, hourly(inAnHour(), { name: 'Shop', items: [item('a')] }));
  const a = { itemId: items[0]!.id, status: 'SUCCESS' };
  await insert({ ...a, hours: 3, verdict: 'http_error' });
  await insert({ ...a, hours: 2, verdict: 'challenge' });
  await insert({ url: 'https://example.com/b', hours: 50, status: 'SUCCESS', verdict: 'blank' });
  const { unexpectedPages, unexpectedCaptures } = await getOverview(core);
  expect(
    unexpectedPages.map(({ scheduleName, screenshot }) => [
      scheduleName,
      screenshot.scheduleItemId ?? screenshot.url,
    ]),
  ).toEqual([
    ['Shop', a.itemId],
    [null, 'https://example.com/b'],
  ]);
  // Captures from the last 48 hours.
  expect(unexpectedCaptures).toEqual({ http_error: 1, challenge: 1, login_wall: 0, blank: 0 });
  await insert({ ...a, hours: 1, verdict: 'content' });
  expect((await getOverview(core)).unexpectedPages).toHaveLength(1);
});

describe('the pages that fail', () => {
  test('are listed once, with their newest failure, until a capture succeeds', async () => {
    const { items } = await createSchedule(
      core,
      hourly(inAnHour(), { name: 'Shop', items: [item('a'), item('b')] }),
    );
    const [a, b] = items.map(({ id }) => id);
    for (const hours of [9, 5, 3]) await insert({ itemId: a!, hours });
    for (const hours of [8, 2]) await insert({ url: 'https://example.com/manual', hours });
    await insert({ itemId: b!, hours: 4 });
    await insert({ itemId: b!, hours: 6, status: 'SUCCESS' });
    await insert({ itemId: a!, hours: 1, status: 'PENDING' });
    expect(await failing()).toEqual([
      [null, 'https://example.com/manual', 2],
      ['Shop', a, 3],
      ['Shop', b, 4],
    ]);
    await insert({ itemId: a!, hours: 1, status: 'SUCCESS' });
    await insert({ url: 'https://example.com/manual', hours: 1, status: 'SUCCESS' });
    expect(await failing()).toEqual([['Shop', b, 4]]);
  });

  test('are found regardless of how many captures succeed later', async () => {
    const { items } = await createSchedule(core, hourly(inAnHour(), { name: 'Shop', items: [item('a')] }));
    await insert({ itemId: items[0]!.id, hours: 20 });
    await workspace.db.orm.execute(`
      insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status, captured_at)
      select ${core.accountId}, 'MANUAL_SCREENSHOT', 'https://example.com/' || n, false, 'png', 'json', false, false, 'SUCCESS', now()
      from generate_series(1, 2000) n`);
    expect(await failing()).toEqual([['Shop', items[0]!.id, 20]]);
  });

  test('exclude canceled captures, captures of deleted schedules, and captures from last month', async () => {
    const { id, items } = await createSchedule(core, hourly(inAnHour(), { items: [item('a')] }));
    await insert({ itemId: items[0]!.id, hours: 1 });
    await insert({ url: 'https://example.com/cancelled', hours: 1, code: 'cancelled' });
    await insert({ url: 'https://example.com/old', hours: 24 * 30 });
    expect(await failing()).toHaveLength(1);
    await deleteSchedule(core, { scheduleId: id });
    expect(await failing()).toEqual([]);
  });
});

test('the overview counts captures from the last 48 hours and lists the newest changes', async () => {
  await insert({ hours: 1, status: 'SUCCESS' });
  await insert({ hours: 47 });
  await insert({ hours: 60 });
  await workspace.db.orm.execute(`
    insert into content_checks (account_id, url, target, comparison, status, changed, ratio, price, created_at, completed_at)
    select ${core.accountId}, 'https://example.com/' || n, 'x', '{"mode": "text"}', 'SUCCESS', n % 2 = 0, 0.5, 1, at, at
    from (select n, now() - n * interval '1 hour' as at from generate_series(1, 20) n) s`);
  const { captures, changes } = await getOverview(core);
  expect((Date.parse(captures.to) - Date.parse(captures.from)) / 3_600_000).toBe(48);
  const sum = (field: 'successes' | 'failures') =>
    captures.periods.reduce((total, hour) => total + hour[field], 0);
  expect([sum('successes'), sum('failures')]).toEqual([1, 1]);
  expect(changes.map(({ url }) => url.split('/').at(-1))).toEqual(['2', '4', '6', '8', '10', '12']);
});
