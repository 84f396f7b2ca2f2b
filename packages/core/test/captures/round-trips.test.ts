import { channels } from '@shotclock/db';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addItems,
  createSchedule,
  createScreenshot,
  getSchedule,
  getScreenshot,
  listContentChangeActivity,
  listExecutions,
  listSchedules,
  listScreenshotActivity,
  runSchedule,
} from '../../src/index.ts';
import { hourly, inAnHour, item, openWorkspace, type Workspace } from '../workspace.fixture.ts';

let workspace: Workspace;
let scheduleId: number;
let statements: string[] = [];
let maxParameters = 0;

beforeAll(async () => {
  workspace = await openWorkspace((text, parameters) => {
    statements.push(text);
    maxParameters = Math.max(maxParameters, parameters.length);
  });
  const schedule = await createSchedule(
    workspace.core,
    hourly(inAnHour(), { items: [item('a'), item('b')] }),
  );
  scheduleId = schedule.id;
});
afterAll(() => workspace.close());
beforeEach(() => {
  statements = [];
  maxParameters = 0;
});

test('a schedule and its items are read in one statement', async () => {
  const schedule = await getSchedule(workspace.core, { scheduleId });
  expect(schedule.items).toHaveLength(2);
  expect(statements).toHaveLength(1);
  const { policy, ...fields } = await getSchedule(workspace.core, {
    scheduleId,
    expand: new Set(['policy'] as const),
  });
  expect(policy).toBeDefined();
  expect(fields).toEqual(schedule);
  expect(statements).toHaveLength(2);
});

test("another account's schedule is not found", async () => {
  const other = { ...workspace.core, accountId: workspace.core.accountId + 1 };
  for (const expand of [undefined, new Set(['policy'] as const)])
    await expect(getSchedule(other, { scheduleId, expand })).rejects.toMatchObject({ code: 'not_found' });
});

const firstPage = { page: 0, size: 20, sort: { field: 'createdAt', direction: 'desc' } } as const;

test('a page of schedules is read in one statement', async () => {
  const page = await listSchedules(workspace.core, firstPage);
  expect(page).toMatchObject({ content: [{ id: scheduleId, itemCount: 2 }], totalElements: 1 });
  expect(statements).toHaveLength(1);
});

test('the first pages of executions and the activity feeds are each read in one statement', async () => {
  const period = { from: null, to: null };
  await listExecutions(workspace.core, { scheduleId, ...firstPage });
  await listScreenshotActivity(workspace.core, { ...firstPage, ...period });
  await listContentChangeActivity(workspace.core, { ...firstPage, ...period });
  expect(statements).toHaveLength(3);
});

test('a screenshot is read in one statement', async () => {
  const { id } = await createScreenshot(workspace.core, { request: item() });
  statements = [];
  expect(await getScreenshot(workspace.core, { screenshotId: id })).toMatchObject({ id, status: 'PENDING' });
  expect(statements).toHaveLength(1);
});

test('items are added with two statements, whose text does not depend on the number of items', async () => {
  await addItems(workspace.core, { scheduleId, items: [item()] });
  const one = statements;
  expect(one).toHaveLength(2);
  statements = [];
  await addItems(workspace.core, { scheduleId, items: [item('c'), item('d')] });
  expect(statements).toEqual(one);
});

test('the statements for a run with checks have the same number of parameters for any number of items', async () => {
  const { core } = workspace;
  const run = async (paths: string[]) => {
    const items = paths.map(item);
    const schedule = await createSchedule(
      core,
      hourly(inAnHour(), { items, policy: { detectChanges: true } }),
    );
    statements = [];
    maxParameters = 0;
    await runSchedule(core, { scheduleId: schedule.id });
    return { statements: statements.length, maxParameters };
  };
  const first = await run(['a']);
  expect(await run([...'abcdefghijklmnopqrst'])).toEqual(first);
});

test('a request that starts a capture notifies the schedulers after its commit', async () => {
  const { core, db } = workspace;
  const notified = Promise.withResolvers<void>();
  const subscription = await db.listen(
    channels.work,
    () => notified.resolve(),
    () => undefined,
  );
  await createScreenshot(core, { request: item() });
  await notified.promise;
  // A notification inside the transaction would block the commits of other transactions.
  expect(statements.filter((text) => text.includes('pg_notify'))).toEqual([]);
  await subscription.close();
});
