// Checks with `confirm: { after }`, from the first look to the settlement. The worker's tests compare real captures.
import { beforeEach, describe, expect, test } from 'vitest';
import { findBaseline } from '../../src/content-checks/baseline.ts';
import {
  type CoreContext,
  cancelScreenshot,
  createSchedule,
  deleteScreenshot,
  failAttempt,
  getContentCheck,
  getExecution,
  getScreenshot,
  recoverLost,
  runSchedule,
  sweepObjects,
} from '../../src/index.ts';
import { ageObjects, isObjectStored } from '../captures.fixture.ts';
import { endRetryDelays, expireLeases } from '../worker-steps.fixture.ts';
import { openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { type CheckSteps, type Claim, checkSteps, failure } from './check-series.fixture.ts';

const workspace = openWorkspaceForEachTest();
let ctx: CoreContext;
let steps: CheckSteps;
beforeEach(() => {
  ctx = workspace.core;
  steps = checkSteps(workspace);
});

const confirm = { comparison: { confirm: { after: 600 } } };
const changes = (check: { id: number }) =>
  getContentCheck(ctx, { checkId: check.id, expand: new Set(['changes']) });
const hashOf = async (picture: string) => (await steps.storePicture(picture)).hashes.image;

/** Creates a check in the series of a baseline `one`, and holds it after a first look that shows `picture`. */
async function held(picture: string) {
  const first = await steps.checkOnce('one', confirm);
  const check = await steps.create(confirm);
  const claim = await steps.claimOf(check);
  expect(await (await steps.hold(claim, picture))()).toBe('held');
  return { first, check, claim };
}

async function secondLook(check: { screenshotId: number }): Promise<Claim> {
  await endRetryDelays(workspace);
  return steps.claimOf(check);
}

/** Sweeps unreferenced objects. Returns which of these pictures are still stored. */
async function storedAfterSweep(...pictures: string[]): Promise<string[]> {
  const { db, work } = workspace;
  const hashes = await Promise.all(pictures.map(hashOf));
  await ageObjects(db, 7_200);
  await sweepObjects({ db, objects: work.objects }, { graceSeconds: 3_600 });
  const stored = await Promise.all(hashes.map((hash) => isObjectStored(db, work.objects, hash)));
  return pictures.filter((_, n) => stored[n] === true);
}

describe('a check between its two looks', () => {
  test('is pending like its capture, which cannot be claimed before the delay ends', async () => {
    const { check } = await held('two');
    expect(await steps.claimAll()).toEqual([]);
    expect(await getScreenshot(ctx, check)).toMatchObject({ status: 'PENDING' });
    const waiting = await changes(check);
    expect(waiting).toMatchObject({ status: 'PENDING', changed: null, confirmation: 'WAITING' });
    const delay = Date.parse(waiting.confirmAt!) - Date.parse(waiting.createdAt);
    expect(delay).toBeGreaterThanOrEqual(600_000);
    const claim = await secondLook(check);
    expect(claim.check.firstLook).toEqual({ subject: await hashOf('two'), masks: [] });
  });

  test('keeps its run active, and the second look completes the run', async () => {
    const schedule = await createSchedule(ctx, {
      name: 'Watch',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [{ url: 'https://example.com/' }],
      policy: { detectChanges: true, comparison: { confirm: { after: 3_600 } } },
    });
    const run = async () => {
      const { id } = await runSchedule(ctx, { scheduleId: schedule.id });
      const [claim] = (await steps.claimAll()) as Claim[];
      return { claim: claim!, read: () => getExecution(ctx, { executionId: id }) };
    };
    const before = await run();
    await (await steps.compare(before.claim, 'one'))();
    const { claim, read } = await run();
    expect(claim.check.comparison.confirm).toEqual({ after: 3_600 });
    await (await steps.hold(claim, 'two'))();
    expect(await read()).toMatchObject({ status: 'PROCESSING', successfulItems: 0 });
    await (await steps.compare(await secondLook(claim), 'two'))();
    expect(await read()).toMatchObject({ status: 'COMPLETED', successfulItems: 1 });
  });

  test('is compared with a baseline that moved in the meantime', async () => {
    const { check } = await held('two');
    const rival = await steps.checkOnce('three', confirm);
    const claim = await secondLook(check);
    expect(await findBaseline(workspace.db.orm, claim.check)).toMatchObject({ checkId: rival.id });
    await (await steps.compare(claim, 'two'))();
    expect(await check.read()).toMatchObject({ changed: true, baselineScreenshotId: rival.screenshotId });
  });

  test('fails and is refunded if it is canceled, and the picture is kept', async () => {
    const { check } = await held('two');
    expect(await storedAfterSweep('one', 'two')).toEqual(['one', 'two']);
    await cancelScreenshot(ctx, { screenshotId: check.screenshotId });
    expect(await check.read()).toMatchObject({ status: 'FAILED', description: 'The capture was canceled.' });
    expect(await steps.balance()).toBe(999);
    const expand = new Set(['failureImage'] as const);
    const cancelled = await getScreenshot(ctx, { ...check, expand });
    expect(cancelled).toMatchObject({ status: 'FAILED', description: 'The capture was canceled.' });
    expect(cancelled.failureImageUrl).toContain(`/screenshots/${check.screenshotId}/failure-image`);
    expect(await storedAfterSweep('one', 'two')).toEqual(['one', 'two']);
  });
});

describe('a second look', () => {
  test('settles the check for one price, and the object of the first look is swept', async () => {
    const { check } = await held('two');
    await (await steps.compare(await secondLook(check), 'three'))();
    expect(await changes(check)).toMatchObject({
      ...{ status: 'SUCCESS', changed: true, confirmation: 'CONFIRMED' },
      confirmAt: expect.any(String),
    });
    expect(await steps.balance()).toBe(998);
    expect(await steps.feed()).toHaveLength(2);
    expect(await storedAfterSweep('one', 'two', 'three')).toEqual(['one', 'three']);
  });

  test('keeps the baseline if it does not confirm the change', async () => {
    const { first, check } = await held('two');
    expect(await steps.settleUnconfirmed(await secondLook(check), 'three')).toBe('settled');
    expect(await changes(check)).toMatchObject({ changed: false, confirmation: 'UNSTABLE' });
    expect(await storedAfterSweep('one', 'two', 'three')).toEqual(['one', 'three']);
    const next = await steps.create(confirm);
    const claim = await steps.claimOf(next);
    expect(await findBaseline(workspace.db.orm, claim.check)).toEqual({
      ...{ checkId: check.id, screenshotId: first.screenshotId, subject: await hashOf('one') },
      ...{ masks: [], isLost: false, seen: null },
    });
    await (await steps.compare(claim, 'three'))();
    const found = { changed: true, baselineScreenshotId: first.screenshotId };
    expect(await next.read()).toMatchObject(found);
  });

  test('is repeated if its worker is lost', async () => {
    const { check } = await held('two');
    const lost = await secondLook(check);
    await expireLeases(workspace);
    await recoverLost({ db: workspace.db });
    const again = await secondLook(check);
    expect(again.check.firstLook).toEqual(lost.check.firstLook);
    expect(await steps.settleUnconfirmed(lost, 'one')).toBe('stale');
    await (await steps.compare(again, 'two'))();
    expect(await check.read()).toMatchObject({ status: 'SUCCESS', changed: true });
    expect(await steps.balance()).toBe(998);
  });
});

describe('if the second look fails, the first one is kept', () => {
  const fail = async (claim: Claim) => void (await failAttempt(workspace.work, claim, failure));
  const loseWorkers = async (claim: Claim) => {
    await workspace.db.orm.execute('update captures set attempts_left = 1, lost_workers = 1');
    await expireLeases(workspace);
    await recoverLost({ db: workspace.db });
    expect(await failAttempt(workspace.work, claim, failure)).toBe('stale');
  };

  test.each([
    ['the page cannot be captured', fail, failure.description],
    ['its worker is lost for the last time', loseWorkers, 'The worker stopped responding'],
  ])('and the check fails and is refunded: %s', async (_, end, reason) => {
    const { first, check } = await held('two');
    await end(await secondLook(check));
    const capture = await getScreenshot(ctx, check);
    expect(capture).toMatchObject({ status: 'SUCCESS' });
    expect(capture.description).toContain('This is the first capture of its check, taken at 20');
    const [row] = await workspace.db.orm.execute(
      `select image from screenshots where id = ${check.screenshotId}`,
    );
    expect(row).toEqual({ image: await hashOf('two') });
    const failed = await changes(check);
    expect(failed).toMatchObject({ status: 'FAILED', changed: null, confirmation: null });
    expect(failed.description).toContain(`not confirmed, because the second capture failed: ${reason}`);
    expect(await steps.balance()).toBe(999);
    expect(await storedAfterSweep('one', 'two')).toEqual(['one', 'two']);
    const next = await steps.checkOnce('one', confirm);
    expect(next).toMatchObject({ changed: false, baselineScreenshotId: first.screenshotId });
    await deleteScreenshot(ctx, check);
    expect(await storedAfterSweep('one', 'two')).toEqual(['one']);
  });

  test('only after its last attempt', async () => {
    const { check } = await held('two');
    const timeout = { code: 'connection_failed', description: 'No connection.' } as const;
    expect(await failAttempt(workspace.work, await secondLook(check), timeout)).toBe('retried');
    const claim = await secondLook(check);
    expect(claim.check.firstLook).toEqual({ subject: await hashOf('two'), masks: [] });
    await (await steps.compare(claim, 'two'))();
    expect(await check.read()).toMatchObject({ status: 'SUCCESS', changed: true });
    expect(await workspace.db.orm.execute('select from first_looks')).toEqual([]);
  });

  test('and of several workers and a cancellation that end it at the same time, one does', async () => {
    const { check } = await held('two');
    const claim = await secondLook(check);
    const settle = await steps.compare(claim, 'three');
    const cancel = () =>
      cancelScreenshot(ctx, check).then(
        () => 'cancelled',
        () => 'finished',
      );
    await Promise.all([fail(claim), settle(), cancel(), fail(claim)]);
    const { status } = await getScreenshot(ctx, check);
    expect(status).toBeOneOf(['SUCCESS', 'FAILED']);
    const isConfirmed = (await check.read()).status === 'SUCCESS';
    expect(await steps.balance()).toBe(isConfirmed ? 998 : 999);
    expect(await workspace.db.orm.execute('select from first_looks')).toEqual([]);
  });
});

test('a worker whose fencing token is stale does not hold a check', async () => {
  await steps.checkOnce('one', confirm);
  const check = await steps.create(confirm);
  const late = await steps.hold(await steps.claimOf(check), 'two');
  await expireLeases(workspace);
  await recoverLost({ db: workspace.db });
  expect(await late()).toBe('stale');
  const claim = await secondLook(check);
  expect(claim.check.firstLook).toBeNull();
  expect(await late()).toBe('stale');
  const hold = await steps.hold(claim, 'two');
  expect([await hold(), await hold()]).toEqual(['held', 'stale']);
  expect(await (await steps.compare(claim, 'two'))()).toBe('stale');
});

test('of several workers that hold and settle one claim at the same time, one succeeds', async () => {
  await steps.checkOnce('one', confirm);
  const check = await steps.create(confirm);
  const claim = await steps.claimOf(check);
  const [hold, settle] = [await steps.hold(claim, 'two'), await steps.compare(claim, 'two')];
  const outcomes = await Promise.all([hold(), settle(), hold(), settle()]);
  expect(outcomes.filter((outcome) => outcome === 'held' || outcome === 'settled')).toHaveLength(1);
  if (outcomes.includes('held')) await (await steps.compare(await secondLook(check), 'two'))();
  expect(await check.read()).toMatchObject({ status: 'SUCCESS' });
  expect(await steps.balance()).toBe(998);
});
