import { expect, test } from 'vitest';
import { createScreenshot, getMe, longestWaitSeconds, unauthenticated } from '../../src/index.ts';
import { item, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

test('the longest waiting time includes captures in the queue, but not running captures', async () => {
  const { db, core } = workspace;
  expect(await longestWaitSeconds({ db })).toBe(0);
  const { id } = await createScreenshot(core, { request: item() });
  await db.orm.execute(`update captures set release_at = now() - interval '1001 seconds'`);
  expect(await longestWaitSeconds({ db })).toBeGreaterThanOrEqual(1_000);
  await db.orm.execute('update captures set enqueued_at = now()');
  expect(await longestWaitSeconds({ db })).toBeGreaterThanOrEqual(1_000);
  await db.orm.execute(`update captures set attempt_token = gen_random_uuid() where screenshot_id = ${id}`);
  expect(await longestWaitSeconds({ db })).toBe(0);
});

test('an account can read how long its oldest waiting capture has been waiting, regardless of other accounts', async () => {
  const { db } = workspace;
  const [own, other] = [await newAccount(workspace), await newAccount(workspace)];
  const sinceOf = async ({ accountId, limits }: typeof own) =>
    (await getMe({ db, limits }, { ...unauthenticated, accountId })).waitingSince;
  expect(await sinceOf(own)).toBeNull();
  const [oldest] = [
    await createScreenshot(own, { request: item('oldest') }),
    await createScreenshot(own, { request: item('later') }),
  ];
  const at = '2026-11-20T09:00:00.000Z';
  await db.orm.execute(`update captures set release_at = '${at}' where screenshot_id = ${oldest!.id}`);
  expect(await sinceOf(own)).toBe(at);
  expect(await sinceOf(other)).toBeNull();
  await db.orm.execute(`update captures set enqueued_at = now() where screenshot_id = ${oldest!.id}`);
  expect(await sinceOf(own)).toBe(at);
  await db.orm.execute(
    `update captures set attempt_token = gen_random_uuid() where screenshot_id = ${oldest!.id}`,
  );
  expect(Date.parse((await sinceOf(own))!)).toBeGreaterThan(Date.parse(at));
});
