import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cancelExecution,
  cancelScreenshot,
  claimScreenshot,
  createContentCheck,
  createScreenshot,
  deleteScreenshot,
  failAttempt,
  getContentCheck,
  getExecution,
  getScreenshot,
  getWallet,
  requeue,
  retryFailed,
} from '../../src/index.ts';
import { newAccount } from '../workspace.fixture.ts';
import { type CaptureLife, openCaptureLife } from './capture-life.fixture.ts';

let life: CaptureLife;
beforeEach(async () => {
  life = await openCaptureLife();
});
afterEach(() => life.close());

const failure = { code: 'connection_failed', description: 'The connection was reset.' } as const;
const read = (screenshotId: number) =>
  getScreenshot(life.workspace.core, { screenshotId, expand: new Set(['capture'] as const) });
const capture = () => createScreenshot(life.workspace.core, { request: { url: 'https://example.com/' } });

describe('canceling a screenshot', () => {
  test('immediately fails a waiting capture, whose job then has no effect', async () => {
    const { id } = await capture();
    await life.release();
    const cancelled = await cancelScreenshot(life.workspace.core, { screenshotId: id });
    expect(cancelled).toMatchObject({
      id,
      status: 'FAILED',
      description: 'The capture was canceled.',
      processingTimeMs: 0,
      completedAt: expect.any(String),
    });
    expect(await read(id)).toMatchObject({ capture: { failureCode: 'cancelled', attempts: 0 } });
    expect(await claimScreenshot(life.workspace.work, life.queue.shift()!)).toBeUndefined();
    expect(await life.release()).toBe(0);
  });

  test('ends a capture whose attempt started more than 24.8 days ago', async () => {
    const { id } = await capture();
    await life.release();
    await life.claimNext();
    await life.workspace.db.orm.execute(`update captures set started_at = now() - interval '30 days'`);
    const cancelled = await cancelScreenshot(life.workspace.core, { screenshotId: id });
    expect(cancelled).toMatchObject({ status: 'FAILED', processingTimeMs: 2 ** 31 - 1 });
  });

  test("invalidates the worker's fencing token, so that its result has no effect", async () => {
    const { id } = await capture();
    await life.release();
    const { claim } = await life.claimNext();
    await cancelScreenshot(life.workspace.core, { screenshotId: id });
    expect(await life.succeed(claim)).toBe(false);
    expect(await failAttempt(life.workspace.work, claim, failure)).toBe('stale');
    await requeue(life.workspace.work, claim);
    expect(await read(id)).toMatchObject({ status: 'FAILED', capture: { failureCode: 'cancelled' } });
  });

  test('fails with conflict if the capture has finished, and with not_found for another account', async () => {
    const { id } = await capture();
    const stranger = await newAccount(life.workspace);
    await expect(cancelScreenshot(stranger, { screenshotId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await cancelScreenshot(life.workspace.core, { screenshotId: id });
    await expect(cancelScreenshot(life.workspace.core, { screenshotId: id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('counts as a failed item in its execution', async () => {
    const run = await life.runOf(['a', 'b']);
    await life.release();
    const { claim } = await life.claimNext();
    await cancelScreenshot(life.workspace.core, { screenshotId: claim.screenshotId });
    expect(await run.read()).toMatchObject({ status: 'PROCESSING', failedItems: 1 });
    await life.succeed((await life.claimNext()).claim);
    expect(await run.read()).toMatchObject({ status: 'COMPLETED', successfulItems: 1, failedItems: 1 });
  });

  test('fails and refunds the content-change check that is waiting for it', async () => {
    const { core } = life.workspace;
    const { balance } = await getWallet(core);
    const { check, screenshotId } = await createContentCheck(core, { url: 'https://example.com/' });
    await cancelScreenshot(core, { screenshotId });
    expect(await getContentCheck(core, { checkId: check.id })).toMatchObject({
      status: 'FAILED',
      description: 'The capture was canceled.',
    });
    expect((await getWallet(core)).balance).toBe(balance);
  });
});

describe('canceling an execution', () => {
  test('ends waiting and active captures but keeps successful ones', async () => {
    const { core } = life.workspace;
    const run = await life.runOf(['a', 'b', 'c', 'd']);
    await life.release();
    await life.succeed((await life.claimNext()).claim);
    const active = (await life.claimNext()).claim;
    const cancelled = await cancelExecution(core, { executionId: run.execution.id });
    expect(cancelled).toMatchObject({
      id: run.execution.id,
      status: 'COMPLETED',
      totalItems: 4,
      successfulItems: 1,
      failedItems: 3,
      completedAt: expect.any(String),
    });
    expect(await life.succeed(active)).toBe(false);
    expect(await run.read()).toStrictEqual(cancelled);
    await expect(cancelExecution(core, { executionId: run.execution.id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('uses several transactions for many captures, and the execution becomes FAILED if no capture succeeded', async () => {
    const run = await life.runOf(Array.from({ length: 250 }, (_, index) => String(index)));
    expect(await cancelExecution(life.workspace.core, { executionId: run.execution.id })).toMatchObject({
      status: 'FAILED',
      failedItems: 250,
    });
  });

  test('allows a later retry of the canceled items', async () => {
    const { core } = life.workspace;
    const run = await life.runOf(['a', 'b']);
    await cancelExecution(core, { executionId: run.execution.id });
    expect(await retryFailed(core, { executionId: run.execution.id })).toMatchObject({
      status: 'PROCESSING',
      totalItems: 2,
    });
  });

  test('fails with not_found for an unknown execution and for another account', async () => {
    const run = await life.runOf(['a']);
    const stranger = await newAccount(life.workspace);
    const attempts = [
      () => cancelExecution(stranger, { executionId: run.execution.id }),
      () => cancelExecution(life.workspace.core, { executionId: 987_654 }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('does not count for autoPauseAfterFailures', async () => {
    const { core, db } = life.workspace;
    const run = await life.runOf(['a']);
    await db.orm.execute(`update schedule_executions set trigger = 'SCHEDULE'`);
    await db.orm.execute(`update schedules set auto_pause_after_failures = 1`);
    await cancelExecution(core, { executionId: run.execution.id });
    expect(await db.orm.execute(`select failures_in_a_row as failures, paused_at from schedules`)).toEqual([
      { failures: 0, paused_at: null },
    ]);
  });
});

describe('deleting an unfinished screenshot', () => {
  test('cancels its capture, which its execution counts as failed', async () => {
    const { core } = life.workspace;
    const run = await life.runOf(['a', 'b']);
    await life.release();
    const { claim } = await life.claimNext();
    await deleteScreenshot(core, { screenshotId: claim.screenshotId });
    await expect(read(claim.screenshotId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await life.succeed(claim)).toBe(false);
    await life.succeed((await life.claimNext()).claim);
    expect(await getExecution(core, { executionId: run.execution.id })).toMatchObject({
      status: 'COMPLETED',
      totalItems: 2,
      successfulItems: 1,
      failedItems: 1,
    });
  });
});
