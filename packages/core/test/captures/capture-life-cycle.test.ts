import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  claimScreenshot,
  createScreenshot,
  createSettlementListener,
  failAttempt,
  getScreenshot,
  listScreenshotActivity,
  recoverLost,
  requeue,
  settleSuccess,
  storeCapture,
} from '../../src/index.ts';
import { readArtifact } from '../read-stored.fixture.ts';
import { item } from '../workspace.fixture.ts';
import { type CaptureLife, image, openCaptureLife } from './capture-life.fixture.ts';

let life: CaptureLife;
beforeEach(async () => {
  life = await openCaptureLife();
});
afterEach(() => life.close());

const failure = { code: 'connection_failed', description: 'The connection was reset.' } as const;
const finalFailure = { code: 'not_a_page', description: 'The URL is a download.' } as const;

describe('a capture', () => {
  test('is released, claimed, stored and settled, and its execution has exact counters', async () => {
    const run = await life.runOf(['a', 'b']);
    expect(await life.release()).toBe(2);
    expect(life.queue.map((job) => job.attempt)).toEqual([1, 1]);

    const first = await life.claimNext();
    expect(await life.succeed(first.claim)).toBe(true);
    expect(await run.read()).toMatchObject({
      status: 'PROCESSING',
      successfulItems: 1,
      failedItems: 0,
      completedAt: null,
    });
    const second = await life.claimNext();
    expect(await failAttempt(life.workspace.work, second.claim, finalFailure)).toBe('failed');
    expect(await run.read()).toMatchObject({
      status: 'COMPLETED',
      totalItems: 2,
      successfulItems: 1,
      failedItems: 1,
    });

    const succeeded = await getScreenshot(life.workspace.core, { screenshotId: first.claim.screenshotId });
    expect(succeeded).toMatchObject({
      status: 'SUCCESS',
      description: null,
      scheduleExecutionId: run.execution.id,
    });
    const failed = await getScreenshot(life.workspace.core, { screenshotId: second.claim.screenshotId });
    expect(failed).toMatchObject({ status: 'FAILED', description: finalFailure.description });
  });

  test('has the same fields with and without details, in each status', async () => {
    const { core } = life.workspace;
    const request = {
      ...item(),
      width: 640,
      delay: 0.5,
      waitFor: '#prices',
      extractHtml: true,
      extractText: true,
    };
    const { id: screenshotId } = await createScreenshot(core, { request });
    const expectStatus = async (status: string) => {
      const expand = new Set(['capture'] as const);
      const { capture, ...fields } = await getScreenshot(core, { screenshotId, expand });
      expect(fields).toMatchObject({ id: screenshotId, width: 640, delay: 0.5, status });
      expect(await getScreenshot(core, { screenshotId })).toEqual(fields);
      expect(capture).toBeDefined();
    };
    await expectStatus('PENDING');
    await life.release();
    await expectStatus('PENDING');
    const { claim } = await life.claimNext();
    await expectStatus('PROCESSING');
    await life.succeed(claim);
    await expectStatus('SUCCESS');
  });

  test.each([
    ['U+0000 and half of a surrogate pair', 'a\0b \ud800', 'a\ufffdb \ufffd'],
    ['more than 2,000 characters', 'x'.repeat(1_998) + '😀'.repeat(2), `${'x'.repeat(1_998)}\ufffd…`],
  ])('is settled if its description contains %s', async (_, description, stored) => {
    await life.runOf(['a', 'b']);
    await life.release();
    const failed = (await life.claimNext()).claim;
    expect(await failAttempt(life.workspace.work, failed, { ...finalFailure, description })).toBe('failed');
    const succeeded = (await life.claimNext()).claim;
    const { work, core } = life.workspace;
    const artifacts = await storeCapture(work.objects, { image, thumbnail: null, html: null, text: null });
    expect(await settleSuccess(work, succeeded, { ...artifacts, description })).toBe(true);
    for (const { screenshotId } of [failed, succeeded])
      expect(await getScreenshot(core, { screenshotId })).toMatchObject({ description: stored });
  });

  test('fails its execution if all items have failed', async () => {
    const run = await life.runOf(['a']);
    await life.release();
    const { claim } = await life.claimNext();
    await failAttempt(life.workspace.work, claim, finalFailure);
    expect(await run.read()).toMatchObject({ status: 'FAILED', successfulItems: 0, failedItems: 1 });
  });

  test('is not claimed again when its job is delivered twice', async () => {
    await life.runOf(['a']);
    await life.release();
    const { job, claim } = await life.claimNext();
    expect(await claimScreenshot(life.workspace.work, job)).toBeUndefined();
    await life.succeed(claim);
    expect(await claimScreenshot(life.workspace.work, job)).toBeUndefined();
  });

  test('settles only once, even if a worker with a stale fencing token settles late', async () => {
    const run = await life.runOf(['a']);
    await life.release();
    const stale = (await life.claimNext()).claim;
    await life.expireLeases();
    expect(await recoverLost({ db: life.workspace.db })).toMatchObject({
      retried: 1,
      failed: 0,
      unclaimed: 0,
    });
    // A retry after a lost lease is not delayed.
    await life.release();
    const { job, claim } = await life.claimNext();
    expect(job.attempt).toBe(2);
    expect(await life.succeed(stale)).toBe(false);
    expect(await life.succeed(claim)).toBe(true);
    expect(await life.succeed(claim)).toBe(false);
    expect(await failAttempt(life.workspace.work, stale, failure)).toBe('stale');
    expect(await run.read()).toMatchObject({ status: 'COMPLETED', successfulItems: 1, failedItems: 0 });
  });

  test('is retried after a retryable failure and fails when no attempts are left', async () => {
    const run = await life.runOf(['a']);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await life.endRetryDelays();
      await life.release();
      const { job, claim } = await life.claimNext();
      expect(job.attempt).toBe(attempt);
      await failAttempt(life.workspace.work, claim, failure);
    }
    expect(await run.read()).toMatchObject({ status: 'FAILED', failedItems: 1 });
    await life.endRetryDelays();
    expect(await life.release()).toBe(0);
  });

  test('fails if its worker is lost in every attempt', async () => {
    const run = await life.runOf(['a']);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await life.endRetryDelays();
      await life.release();
      await life.claimNext();
      await life.expireLeases();
      await recoverLost({ db: life.workspace.db });
    }
    expect(await run.read()).toMatchObject({ status: 'FAILED', failedItems: 1 });
  });

  test('runs alone after a lost worker, with at least one attempt left', async () => {
    const run = await life.runOf(['a', 'b']);
    await life.workspace.db.orm.execute('update captures set attempts_left = 1');
    await life.release();
    expect(life.queue.some((job) => job.alone)).toBe(false);
    const [crashed, lost] = [(await life.claimNext()).claim, (await life.claimNext()).claim];
    const crash = { code: 'worker_crashed', description: 'The worker crashed.' } as const;
    await failAttempt(life.workspace.work, crashed, crash);
    await life.expireLeases();
    expect(await recoverLost({ db: life.workspace.db })).toMatchObject({
      retried: 1,
      failed: 0,
      unclaimed: 0,
    });
    expect(await run.read()).toMatchObject({ status: 'PROCESSING', failedItems: 0 });

    await life.endRetryDelays();
    expect(await life.release()).toBe(2);
    expect(life.queue.map((job) => [job.attempt, job.alone])).toEqual([
      [2, true],
      [2, true],
    ]);
    const claims = [(await life.claimNext()).claim, (await life.claimNext()).claim];
    const innocent = claims.find(({ screenshotId }) => screenshotId === lost.screenshotId)!;
    const suspect = claims.find(({ screenshotId }) => screenshotId === crashed.screenshotId)!;
    await failAttempt(life.workspace.work, suspect, crash);
    await life.succeed(innocent);
    expect(await run.read()).toMatchObject({ status: 'COMPLETED', successfulItems: 1, failedItems: 1 });
    const failed = await getScreenshot(life.workspace.core, {
      screenshotId: suspect.screenshotId,
      expand: new Set(['capture'] as const),
    });
    expect(failed).toMatchObject({
      status: 'FAILED',
      capture: { failureCode: 'worker_crashed', attempts: 2 },
    });
  });

  test('keeps its attempts when a worker requeues it during shutdown', async () => {
    await life.runOf(['a']);
    for (let times = 0; times < 5; times += 1) {
      await life.release();
      const { claim } = await life.claimNext();
      await requeue(life.workspace.work, claim);
    }
    await life.release();
    const { job, claim } = await life.claimNext();
    expect(job.attempt).toBe(6);
    expect(claim.attemptsLeft).toBe(3);
  });
});

describe('a successful capture', () => {
  test('is listed in the activity feed and can be read back byte for byte', async () => {
    const created = await createScreenshot(life.workspace.core, {
      request: { ...item(), extractHtml: true, extractText: true },
    });
    const read = (artifact: 'image' | 'thumbnail' | 'html' | 'text') =>
      readArtifact(life.workspace.core, { screenshotId: created.id, artifact });
    await expect(read('image')).rejects.toMatchObject({ code: 'conflict' });

    await life.release();
    await life.succeed((await life.claimNext()).claim);
    const stored = await read('image');
    expect(Buffer.concat(await stored.stream.toArray())).toEqual(image.body);
    expect(stored).toMatchObject({ size: image.body.length, contentType: 'image/png' });
    await expect(read('thumbnail')).rejects.toMatchObject({ code: 'not_found' });

    const activity = await listScreenshotActivity(life.workspace.core, {
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

  test('notifies requests that are waiting for it', async () => {
    const listener = createSettlementListener(life.workspace.db, { onError: () => undefined });
    try {
      const created = await createScreenshot(life.workspace.core, { request: item() });
      const settled = async () =>
        (await getScreenshot(life.workspace.core, { screenshotId: created.id })).completedAt !== null;
      const never = new AbortController().signal;
      expect(await listener.waitFor(created.id, { timeoutMs: 50, signal: never, settled })).toBe(false);
      const waiting = listener.waitFor(created.id, { timeoutMs: 20_000, signal: never, settled });
      await life.release();
      await life.succeed((await life.claimNext()).claim);
      expect(await waiting).toBe(true);
    } finally {
      await listener.close();
    }
  });
});
