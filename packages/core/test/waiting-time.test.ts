import { expect, test } from 'vitest';
import { createScreenshot, longestWaitSeconds } from '../src/index.ts';
import { item, openWorkspaceForFile } from './workspace.fixture.ts';

const workspace = openWorkspaceForFile();

test('the longest wait for a free worker includes captures in the queue, and no running ones', async () => {
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
