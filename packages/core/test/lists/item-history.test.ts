import type { HistoryPeriod } from '@shotclock/contracts';
import { deleteScreenshots } from '@shotclock/db';
import { eventually } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CoreError,
  countItemHistory,
  createSchedule,
  deleteScreenshot,
  getItemHistory,
  getScreenshot,
  historyEdges,
  listItemCaptures,
  listScreenshots,
  runSchedule,
} from '../../src/index.ts';
import { hourly, inAnHour, item, openWorkspaceForFile } from '../workspace.fixture.ts';
import { type Captured, type CapturedItem, insertCaptures } from './item-captures.fixture.ts';

const workspace = openWorkspaceForFile();
const series = {
  from: '2026-03-27T00:00:00Z',
  to: '2026-03-30T23:59:00Z',
  stepSeconds: 420,
  failEvery: 5,
  changeEvery: 7,
};
let own: CapturedItem;
let captures: Captured[];
beforeEach(async () => {
  const { core, db } = workspace;
  const schedule = await createSchedule(core, hourly(inAnHour(), { items: [item(), item('other')] }));
  own = { scheduleId: schedule.id, itemId: schedule.items[0]!.id, accountId: core.accountId };
  await insertCaptures(db, { ...own, itemId: schedule.items[1]!.id }, { ...series, stepSeconds: 3_600 });
  captures = await insertCaptures(db, own, series);
});
afterEach(reset);

async function reset(): Promise<void> {
  const { orm } = workspace.db;
  await orm.execute('truncate screenshots, captures, item_days cascade');
  await resetProgress();
}

/** Resets the progress, as a migration does if the days must be counted again. */
async function resetProgress(): Promise<void> {
  await workspace.db.orm.execute('update item_days_progress set day = null, item_id = 0');
}

type Request = { from: string; to: string; by: 'day' | 'hour'; timezone: string };
const requests: Request[] = (['Europe/Paris', 'Asia/Kathmandu'] as const).flatMap((timezone) => [
  { from: '2026-03-26', to: '2026-04-01', by: 'day' as const, timezone },
  { from: '2026-03-28T05:05:00Z', to: '2026-03-29T21:59:59Z', by: 'hour' as const, timezone },
]);

function read({ from, to, by, timezone }: Request) {
  const edges = historyEdges({ from: new Date(from), to: new Date(to), by, timezone }, 800)!;
  return getItemHistory(workspace.core, { ...own, by, timezone, edges });
}

/** The expected periods, computed by a loop over all captures. */
function expected({ from, to, by, timezone }: Request): HistoryPeriod[] {
  const edges = historyEdges({ from: new Date(from), to: new Date(to), by, timezone }, 800)!;
  return edges.slice(0, -1).flatMap((start, n) => {
    const end = edges[n + 1]!;
    const within = captures.filter(({ at }) => at >= start.getTime() && at < end.getTime());
    const changed = within.filter(({ checkId }) => checkId !== null);
    if (within.length === 0) return [];
    const failures = within.filter(({ failed }) => failed).length;
    return [
      {
        start: start.toISOString(),
        end: end.toISOString(),
        successes: within.length - failures,
        failures,
        changes: changed.length,
        firstScreenshotId: within[0]!.id,
        firstChangeId: changed[0]?.checkId ?? null,
        firstChangedScreenshotId: changed[0]?.id ?? null,
      },
    ];
  });
}

/** Counts only the days before `day`. */
async function countUntil(day: string): Promise<void> {
  await countItemHistory(workspace);
  const { orm } = workspace.db;
  await orm.execute(`delete from item_days where day >= '${day}'`);
  await orm.execute(`update item_days_progress set day = '${day}', item_id = 0`);
}

describe.each(requests)('by $by in $timezone', (request) => {
  test('a history is the same before, during and after its days are counted', async () => {
    const periods = expected(request);
    expect(periods.length).toBeGreaterThan(3);
    expect((await read(request)).periods).toEqual(periods);
    await countUntil('2026-03-29');
    expect((await read(request)).periods).toEqual(periods);
    await countItemHistory(workspace);
    expect((await read(request)).periods).toEqual(periods);
  });
});

test('deleted captures are subtracted from counted days', async () => {
  const request: Request = { from: '2026-03-26', to: '2026-04-01', by: 'day', timezone: 'Asia/Kathmandu' };
  await countItemHistory(workspace);
  const ofFirstDay = captures.filter(({ at }) => at < Date.parse('2026-03-28'));
  const [last] = captures.slice(-1);
  const deleted = [...ofFirstDay, last!];
  await workspace.db.transaction((tx) =>
    deleteScreenshots(tx, { accountId: own.accountId, screenshotIds: ofFirstDay.map(({ id }) => id) }),
  );
  await deleteScreenshot(workspace.core, { screenshotId: last!.id });
  captures = captures.filter((one) => !deleted.includes(one));
  expect((await read(request)).periods).toEqual(expected(request));
  const days = await workspace.db.orm.execute(
    `select day::text from item_days where item_id = ${own.itemId} order by day`,
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
});

test('a change found after midnight counts until its capture is deleted', async () => {
  const { core, db } = workspace;
  await reset();
  const one = (at: string, changeEvery: number) =>
    insertCaptures(db, own, { from: at, to: at, stepSeconds: 1, failEvery: 2, changeEvery });
  const [last] = await one('2026-03-27T23:59:59.900Z', 1);
  await one('2026-03-30T12:00:00Z', 2);
  await db.orm.execute(
    `update content_checks set completed_at = '2026-03-28T00:00:00.100Z' where id = ${last!.checkId}`,
  );
  const counts = async () => {
    const { periods } = await read({ from: '2026-03-26', to: '2026-04-01', by: 'day', timezone: 'UTC' });
    return periods.map(({ start, successes, changes }) => [start.slice(0, 10), successes, changes]);
  };
  await countItemHistory(workspace);
  expect(await counts()).toEqual([
    ['2026-03-27', 1, 0],
    ['2026-03-28', 0, 1],
    ['2026-03-30', 1, 0],
  ]);
  await deleteScreenshot(core, { screenshotId: last!.id });
  expect(await counts()).toEqual([['2026-03-30', 1, 0]]);
});

test('days are not counted during an uncommitted deletion, so that the deletion is included', async () => {
  const [first] = captures;
  let count: Promise<number> | undefined;
  await workspace.db.transaction(async (tx) => {
    await tx.execute(`delete from screenshots where id = ${first!.id}`);
    count = countItemHistory(workspace);
    expect(await count).toBe(0);
  });
  expect(await countItemHistory(workspace)).toBeGreaterThan(0);
  captures = captures.slice(1);
  const request: Request = { from: '2026-03-26', to: '2026-04-01', by: 'day', timezone: 'UTC' };
  expect((await read(request)).periods).toEqual(expected(request));
});

test('a reset of the counts while a day is being counted is not lost', async () => {
  const { db } = workspace;
  const waiting = async () =>
    (
      await db.orm.execute(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).length;
  await countUntil('2026-03-28');
  let count: Promise<unknown> | undefined;
  let resetting: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(
      `insert into item_days (item_id, account_id, day, slots, captures, failures, changes)
      values (${own.itemId}, ${own.accountId}, '2026-03-28', '{}', '{}', '{}', '{}')`,
    );
    count = countItemHistory(workspace);
    await eventually(async () => (await waiting()) === 1, { what: 'the count to wait for the day' });
    let isReset = false;
    resetting = resetProgress().then(() => {
      isReset = true;
    });
    await eventually(async () => isReset || (await waiting()) === 2, { what: 'the reset' });
    await tx.execute(`delete from item_days where day = '2026-03-28'`);
  });
  await Promise.all([count, resetting]);
  await countItemHistory(workspace);
  const request: Request = { from: '2026-03-26', to: '2026-04-01', by: 'day', timezone: 'UTC' };
  expect((await read(request)).periods).toEqual(expected(request));
});

test('an unfinished day is not counted', async () => {
  const now = new Date().toISOString();
  await reset();
  await insertCaptures(workspace.db, own, { ...series, from: now, to: now });
  await countItemHistory(workspace);
  const [progress] = await workspace.db.orm.execute<{ day: string }>(
    'select day::text from item_days_progress',
  );
  expect(progress!.day <= now.slice(0, 10)).toBe(true);
  const { periods } = await read({ from: now, to: now, by: 'day', timezone: 'UTC' });
  expect(periods).toMatchObject([{ successes: 1, failures: 0 }]);
});

describe('the captures around a position in the history', () => {
  type Input = Parameters<typeof listItemCaptures>[1];
  const list = (input: Partial<Input>) =>
    listItemCaptures(workspace.core, {
      ...{ ...own, at: null, screenshotId: null, otherScreenshotId: null },
      ...{ before: 2, after: 2, changedOnly: false, ...input },
    });
  const around = (at: string, more: Partial<Input> = {}) => list({ at: new Date(at), ...more });
  const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id);

  test('are the captures before it and the captures at or after it', async () => {
    const at = captures[10]!;
    const found = await around(new Date(at.at).toISOString());
    expect(ids(found.captures)).toEqual(ids(captures.slice(8, 12)));
    expect(found).toMatchObject({ firstIndex: 8, hasEarlier: true, hasLater: true });
    expect(found.captures[2]).toEqual({
      id: at.id,
      status: at.failed ? 'FAILED' : 'SUCCESS',
      completedAt: new Date(at.at).toISOString(),
      scheduleExecutionId: null,
      contentCheckId: at.checkId,
      changed: at.checkId === null ? null : true,
      ratio: at.checkId === null ? null : 0.5,
    });
  });

  test('end with the first and the last capture', async () => {
    expect(await around('1970-01-01', { before: 500, after: 0 })).toEqual({
      captures: [],
      firstIndex: 0,
      total: captures.length,
      hasEarlier: false,
      hasLater: true,
    });
    const last = await around('2999-01-01', { before: 1 });
    expect(ids(last.captures)).toEqual([captures.at(-1)!.id]);
    expect(last).toMatchObject({ firstIndex: captures.length - 1, hasEarlier: true, hasLater: false });
  });

  test('have their index in the list by completion time before, during and after their days are counted', async () => {
    const check = async () => {
      for (const index of [0, 1, 205, 206, 500, captures.length - 1])
        expect(await around(new Date(captures[index]!.at).toISOString())).toMatchObject({
          firstIndex: Math.max(0, index - 2),
        });
    };
    await check();
    await countUntil('2026-03-29');
    await check();
    await countItemHistory(workspace);
    await check();
  });

  test('are the last captures, with the total number, if no position is given', async () => {
    const found = await list({});
    expect(ids(found.captures)).toEqual(ids(captures.slice(-2)));
    expect(found).toMatchObject({ firstIndex: captures.length - 2, total: captures.length, hasLater: false });
    expect(found).not.toHaveProperty('other');
  });

  test('have exact indexes, even among captures that finished in the same millisecond', async () => {
    const { db } = workspace;
    const [, , first, second, third] = captures;
    const time = new Date(first!.at).toISOString();
    await db.orm.execute(
      `update screenshots set captured_at = '${time}' where id in (${second!.id}, ${third!.id})`,
    );
    const check = async () => {
      for (const [index, capture] of [first, second, third].entries()) {
        const found = await list({ screenshotId: capture!.id, before: 1, after: 1 });
        expect(ids(found.captures)).toEqual(ids(captures.slice(index + 1, index + 3)));
        expect(found).toMatchObject({ firstIndex: index + 1, total: captures.length });
      }
    };
    await check();
    await countItemHistory(workspace);
    await check();
  });

  test('can include their screenshots and another capture from anywhere in the history', async () => {
    const [, second] = captures;
    const last = captures.at(-1)!;
    const found = await list({
      ...{ screenshotId: second!.id, otherScreenshotId: last.id, before: 5, after: 1 },
      expand: new Set(['screenshot']),
    });
    expect(ids(found.captures)).toEqual(ids(captures.slice(0, 2)));
    const expanded = await getScreenshot(workspace.core, {
      screenshotId: second!.id,
      expand: new Set(['capture', 'verdict']),
    });
    expect(found.captures[1]!.screenshot).toEqual(expanded);
    expect(found.other).toMatchObject({ id: last.id, screenshot: { id: last.id, capture: {} } });
    expect((await list({ otherScreenshotId: last.id })).other).not.toHaveProperty('screenshot');
  });

  test('are not found around a capture that is unknown or unfinished, or that belongs to another item', async () => {
    const { core } = workspace;
    await runSchedule(core, { scheduleId: own.scheduleId });
    const rows = await core.db.orm.execute<{ id: string; item_id: string }>(
      `select id, item_id from screenshots where status = 'PENDING' or item_id <> ${own.itemId}`,
    );
    const ofOther = Number(rows.find(({ item_id }) => Number(item_id) !== own.itemId)!.id);
    const unfinished = Number(rows.find(({ item_id }) => Number(item_id) === own.itemId)!.id);
    const [known] = captures;
    for (const [screenshotId, otherScreenshotId, errors] of [
      [ofOther, unfinished, ['/screenshotId unknown_capture', '/otherScreenshotId unfinished_capture']],
      [known!.id, 1e30, ['/otherScreenshotId unknown_capture']],
      [unfinished, known!.id, ['/screenshotId unfinished_capture']],
    ] as const) {
      const error = await list({ screenshotId, otherScreenshotId }).catch((reason: CoreError) => reason);
      expect(error).toMatchObject({ code: 'not_found' });
      expect((error as CoreError).errors!.map(({ path, code }) => `${path} ${code}`)).toEqual(errors);
    }
  });

  test('can be limited to changes', async () => {
    const changed = captures.filter(({ checkId }) => checkId !== null);
    const found = await around(new Date(changed[3]!.at).toISOString(), { before: 1, changedOnly: true });
    expect(ids(found.captures)).toEqual(ids(changed.slice(2, 5)));
    expect(found).toMatchObject({ firstIndex: null, total: null });
  });
});

describe("the list of an item's screenshots by completion", () => {
  const list = (page: number, direction: 'asc' | 'desc', size = 200) =>
    listScreenshots(workspace.core, {
      itemId: own.itemId,
      ...{ page, size, sort: { field: 'completedAt', direction } },
    });

  test('has the same pages before, during and after its days are counted', async () => {
    const ids = captures.map(({ id }) => id);
    const check = async () => {
      for (const [direction, expectedIds] of [
        ['asc', ids],
        ['desc', ids.toReversed()],
      ] as const)
        for (const page of [0, 1, 2, 3, Math.floor(ids.length / 200)]) {
          const found = await list(page, direction);
          expect(found.totalElements).toBe(ids.length);
          expect(found.content.map(({ id }) => id)).toEqual(expectedIds.slice(page * 200, (page + 1) * 200));
        }
    };
    await check();
    await countUntil('2026-03-29');
    await check();
    await countItemHistory(workspace);
    await check();
  });

  test('ends with the unfinished captures', async () => {
    const { core } = workspace;
    await runSchedule(core, { scheduleId: own.scheduleId });
    const [waiting] = (await list(0, 'desc', 1)).content;
    expect(waiting).toMatchObject({ status: 'PENDING', scheduleItemId: own.itemId });
    const { content } = await list(Math.floor(captures.length / 200), 'asc');
    expect(content.at(-1)!.id).toBe(waiting!.id);
    expect((await list(0, 'desc', 2)).content[1]!.id).toBe(captures.at(-1)!.id);
    const only = (finished: boolean) =>
      listScreenshots(core, {
        ...{ itemId: own.itemId, finished },
        ...{ page: 0, size: 1, sort: { field: 'completedAt', direction: 'desc' } },
      });
    expect(await only(true)).toMatchObject({
      content: [{ id: captures.at(-1)!.id }],
      totalElements: captures.length,
    });
    expect(await only(false)).toMatchObject({ content: [{ id: waiting!.id }], totalElements: 1 });
  });
});
