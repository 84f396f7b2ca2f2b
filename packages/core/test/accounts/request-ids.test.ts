import type { CaptureJob } from '@shotclock/queue';
import { expect, test } from 'vitest';
import {
  claimScreenshot,
  createContentCheck,
  createSchedule,
  createScreenshot,
  releaseCaptures,
  requeue,
  retryFailed,
  runSchedule,
} from '../../src/index.ts';
import { backdate, dispatchAll, hoursAgo } from '../schedules/dispatch.fixture.ts';
import { settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

async function release(): Promise<CaptureJob> {
  const released: CaptureJob[] = [];
  const enqueue = async (jobs: CaptureJob[]) => void released.push(...jobs);
  await releaseCaptures({ db: workspace.db, enqueue }, { window: 1_000 });
  expect(released).toHaveLength(1);
  return released[0]!;
}

const claim = async (job: CaptureJob) => (await claimScreenshot(workspace.work, job))!;

test('the jobs of all captures that a request starts contain its ID and its trace in every attempt', async () => {
  const { core, work } = workspace;
  const as = (requestId: string) => ({ ...core, requestId, traceParent: `trace of ${requestId}` });
  const url = 'https://example.com/';

  await createScreenshot(as('screenshot'), { request: { url } });
  const first = await release();
  expect(first).toMatchObject({ requestId: 'screenshot', traceParent: 'trace of screenshot' });
  await requeue(work, await claim(first));
  const second = await release();
  expect(second).toMatchObject({ ...first, attempt: 2 });
  await settleAs(workspace, await claim(second), 'succeeds');

  await createContentCheck(as('check'), { url });
  const check = await release();
  expect(check).toMatchObject({ requestId: 'check', traceParent: 'trace of check' });
  await settleAs(workspace, await claim(check), 'succeeds');

  const { id: scheduleId } = await createSchedule(as('schedule'), hourly(inAnHour(), { items: [item('a')] }));
  const { id: executionId } = await runSchedule(as('run'), { scheduleId });
  const run = await release();
  expect(run).toMatchObject({ requestId: 'run', traceParent: 'trace of run' });
  await settleAs(workspace, await claim(run), 'fails');

  await retryFailed(as('retry'), { executionId });
  const retry = await release();
  expect(retry).toMatchObject({ requestId: 'retry', traceParent: 'trace of retry' });
  await settleAs(workspace, await claim(retry), 'succeeds');

  await backdate(workspace, scheduleId, hoursAgo(0.5));
  await dispatchAll(workspace);
  const scheduled = await release();
  expect(scheduled).not.toHaveProperty('requestId');
  expect(scheduled).not.toHaveProperty('traceParent');
});
