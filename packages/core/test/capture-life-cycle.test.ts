import type { PrioritizedCaptureJob } from '@shotclock/queue';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  claimScreenshot,
  createSchedule,
  createScreenshot,
  createSettlementListener,
  failAttempt,
  getScreenshot,
  listExecutions,
  listScreenshotActivity,
  readArtifact,
  recoverForgotten,
  recoverLost,
  releaseCaptures,
  requeue,
  runSchedule,
  settleSuccess,
  storeCapture,
} from '../src/index.ts';
import { hourly, item, openWorkspace, type Workspace } from './workspace.fixture.ts';

let workspace: Workspace;
let queue: PrioritizedCaptureJob[];
beforeEach(async () => {
  workspace = await openWorkspace();
  queue = [];
});
afterEach(() => workspace.close());

const release = (window = 1_000) =>
  releaseCaptures({ db: workspace.db, enqueue: async (jobs) => void queue.push(...jobs) }, { window });
const image = { body: Buffer.from('an image'), contentType: 'image/png' };
const artifacts = { image, thumbnail: null, html: '<p>hello</p>', text: 'hello' };
const failure = { code: 'connection_failed', description: 'The connection was reset.' } as const;
const finalFailure = { code: 'not_a_page', description: 'The address answers with a download.' } as const;

async function runOf(paths: string[]) {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const schedule = await createSchedule(workspace.core, hourly(inAnHour, { items: paths.map(item) }));
  const execution = await runSchedule(workspace.core, { scheduleId: schedule.id });
  const read = async () => {
    const page = await listExecutions(workspace.core, {
      scheduleId: schedule.id,
      page: 0,
      size: 200,
      sort: { field: 'id', direction: 'desc' },
    });
    return page.content.find((one) => one.id === execution.id)!;
  };
  return { schedule, execution, read };
}

async function claimNext() {
  const job = queue.shift()!;
  const claim = await claimScreenshot(workspace.work, job);
  return { job, claim: claim! };
}

async function succeed(claim: { screenshotId: number; token: string }) {
  const stored = await storeCapture(workspace.work.objects, artifacts);
  return settleSuccess(workspace.work, claim, { ...stored, description: null });
}

const expireLeases = () =>
  workspace.db.orm.execute(
    `update screenshots set lease_expires_at = now() - interval '1 second' where lease_expires_at is not null`,
  );
const endPauses = () => workspace.db.orm.execute(`update screenshots set release_at = now()`);

describe('the life of a capture', () => {
  test('is released, claimed, stored and settled, and its execution ends with exact counters', async () => {
    const run = await runOf(['a', 'b']);
    expect(await release()).toBe(2);
    expect(queue.map((job) => job.attempt)).toEqual([1, 1]);

    const first = await claimNext();
    expect(await succeed(first.claim)).toBe(true);
    expect(await run.read()).toMatchObject({
      status: 'PROCESSING',
      successfulItems: 1,
      failedItems: 0,
      completedAt: null,
    });
    const second = await claimNext();
    expect(await failAttempt(workspace.work, second.claim, finalFailure)).toBe(true);
    expect(await run.read()).toMatchObject({
      status: 'COMPLETED',
      totalItems: 2,
      successfulItems: 1,
      failedItems: 1,
    });

    const good = await getScreenshot(workspace.core, { screenshotId: first.claim.screenshotId });
    expect(good).toMatchObject({
      status: 'SUCCESS',
      description: null,
      scheduleExecutionId: run.execution.id,
    });
    const bad = await getScreenshot(workspace.core, { screenshotId: second.claim.screenshotId });
    expect(bad).toMatchObject({ status: 'FAILED', description: finalFailure.description });
  });

  test('fails the execution when every item failed', async () => {
    const run = await runOf(['a']);
    await release();
    const { claim } = await claimNext();
    await failAttempt(workspace.work, claim, finalFailure);
    expect(await run.read()).toMatchObject({ status: 'FAILED', successfulItems: 0, failedItems: 1 });
  });

  test('drops a message that is delivered twice', async () => {
    await runOf(['a']);
    await release();
    const { job, claim } = await claimNext();
    expect(await claimScreenshot(workspace.work, job)).toBeUndefined();
    await succeed(claim);
    expect(await claimScreenshot(workspace.work, job)).toBeUndefined();
  });

  test('settles once, whoever comes late with an old token', async () => {
    const run = await runOf(['a']);
    await release();
    const stale = (await claimNext()).claim;
    await expireLeases();
    expect(await recoverLost({ db: workspace.db })).toBe(1);
    // At once: it has waited for its lease.
    await release();
    const { job, claim } = await claimNext();
    expect(job.attempt).toBe(2);
    expect(await succeed(stale)).toBe(false);
    expect(await succeed(claim)).toBe(true);
    expect(await succeed(claim)).toBe(false);
    expect(await failAttempt(workspace.work, stale, failure)).toBe(false);
    expect(await run.read()).toMatchObject({ status: 'COMPLETED', successfulItems: 1, failedItems: 0 });
  });

  test('tries a failure that may pass again, and gives up when no attempts are left', async () => {
    const run = await runOf(['a']);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await endPauses();
      await release();
      const { job, claim } = await claimNext();
      expect(job.attempt).toBe(attempt);
      await failAttempt(workspace.work, claim, failure);
    }
    expect(await run.read()).toMatchObject({ status: 'FAILED', failedItems: 1 });
    await endPauses();
    expect(await release()).toBe(0);
  });

  test('gives up on a capture that loses its worker every time', async () => {
    const run = await runOf(['a']);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await endPauses();
      await release();
      await claimNext();
      await expireLeases();
      await recoverLost({ db: workspace.db });
    }
    expect(await run.read()).toMatchObject({ status: 'FAILED', failedItems: 1 });
  });

  test('spends no attempt when a worker that stops hands its work back', async () => {
    await runOf(['a']);
    for (let times = 0; times < 5; times += 1) {
      await release();
      const { claim } = await claimNext();
      await requeue(workspace.work, claim);
    }
    await release();
    const { job, claim } = await claimNext();
    expect(job.attempt).toBe(6);
    expect(claim.attemptsLeft).toBe(3);
  });
});

describe('release', () => {
  test('keeps the queue no longer than its window', async () => {
    await runOf(['a', 'b', 'c', 'd', 'e']);
    expect(await release(2)).toBe(2);
    expect(await release(2)).toBe(0);
    await claimNext();
    expect(await release(2)).toBe(1);
  });

  test('lets manual captures go first and gives every execution its turn', async () => {
    const long = await runOf(['1', '2', '3', '4', '5', '6']);
    const short = await runOf(['1']);
    const manual = await createScreenshot(workspace.core, { request: item('manual') });
    await release(3);
    const released = await Promise.all(queue.map((job) => getScreenshot(workspace.core, job)));
    const owners = released.map((one) => one.scheduleExecutionId);
    expect(queue.some((job) => job.screenshotId === manual.id && job.priority === 'manual')).toBe(true);
    expect(owners).toContain(short.execution.id);
    expect(owners.filter((owner) => owner === long.execution.id)).toHaveLength(1);
  });

  test('lets captures wait again when the queue does not take them', async () => {
    await runOf(['a']);
    const away = async () => Promise.reject(new Error('the queue is away'));
    await expect(releaseCaptures({ db: workspace.db, enqueue: away }, { window: 10 })).rejects.toThrow(
      'away',
    );
    expect(await release()).toBe(1);
  });

  test('releases a capture again, as the same job, when its message was lost', async () => {
    await runOf(['a']);
    await release();
    const [lost] = queue.splice(0);
    await workspace.db.orm.execute(`update screenshots set enqueued_at = now() - interval '2 minutes'`);
    expect(await recoverLost({ db: workspace.db })).toBe(1);
    await release();
    expect(queue).toEqual([lost]);
  });

  test('releases captures again soon when the queue has forgotten everything', async () => {
    await runOf(['a', 'b']);
    await release();
    const recover = (queued: number) => recoverForgotten({ db: workspace.db, queued: async () => queued });
    expect(await recover(0)).toBe(0);
    await workspace.db.orm.execute(`update screenshots set enqueued_at = now() - interval '7 seconds'`);
    expect(await recover(1)).toBe(0);
    expect(await recover(0)).toBe(2);
    expect(await release()).toBe(2);
  });
});

describe('what was captured', () => {
  test('is listed as activity and read back byte for byte', async () => {
    const created = await createScreenshot(workspace.core, {
      request: { ...item(), extractHtml: true, extractText: true },
    });
    const read = (artifact: 'image' | 'thumbnail' | 'html' | 'text') =>
      readArtifact(workspace.core, { screenshotId: created.id, artifact });
    await expect(read('image')).rejects.toMatchObject({ code: 'conflict' });

    await release();
    await succeed((await claimNext()).claim);
    const stored = await read('image');
    expect(Buffer.concat(await stored.stream.toArray())).toEqual(image.body);
    expect(stored).toMatchObject({ size: image.body.length, contentType: 'image/png' });
    await expect(read('thumbnail')).rejects.toMatchObject({ code: 'not_found' });

    const activity = await listScreenshotActivity(workspace.core, {
      page: 0,
      size: 20,
      sort: { field: 'createdAt', direction: 'desc' },
      from: null,
      to: null,
      source: 'MANUAL_SCREENSHOT',
    });
    expect(activity).toMatchObject({ totalElements: 1, totalPages: 1 });
    expect(activity.content[0]).toMatchObject({
      screenshotId: String(created.id),
      status: 'COMPLETED',
      imageUrl: `http://shotclock.test/api/v1/screenshots/${created.id}/image`,
    });
  });

  test('wakes whoever waits for it', async () => {
    const listener = createSettlementListener(workspace.db, { onFault: () => undefined });
    try {
      const created = await createScreenshot(workspace.core, { request: item() });
      const settled = async () =>
        (await getScreenshot(workspace.core, { screenshotId: created.id })).completedAt !== null;
      const never = new AbortController().signal;
      expect(await listener.waitFor(created.id, { timeoutMs: 50, signal: never, settled })).toBe(false);
      const waiting = listener.waitFor(created.id, { timeoutMs: 20_000, signal: never, settled });
      await release();
      await succeed((await claimNext()).claim);
      expect(await waiting).toBe(true);
    } finally {
      await listener.close();
    }
  });
});
