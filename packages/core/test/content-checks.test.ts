import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settleComparison } from '../src/captures/settle-compared.ts';
import {
  type CoreContext,
  createContentCheck,
  createScreenshot,
  failAttempt,
  getScreenshot,
  recoverLost,
  settleSuccess,
} from '../src/index.ts';
import { type Claim, worksOf } from './check-series.fixture.ts';
import { item, newAccount, openWorkspace, type Workspace } from './workspace.fixture.ts';

let workspace: Workspace;
let ctx: CoreContext;
let works: ReturnType<typeof worksOf>;
beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(() => workspace.close());
// Each test in an account of its own: a series of its own, and a wallet with 1,000.
beforeEach(async () => {
  ctx = await newAccount(workspace);
  works = worksOf({ ...workspace, core: ctx });
});

const failure = { code: 'name_not_resolved', description: 'The site did not answer.' } as const;
const expireLeases = () =>
  workspace.db.orm.execute(
    `update screenshots set lease_expires_at = now() - interval '1 second' where lease_expires_at is not null`,
  );
const endPauses = () => workspace.db.orm.execute('update screenshots set release_at = now()');

describe('a check', () => {
  test('is debited when it is created, with its capture', async () => {
    const check = await works.create();
    expect(await check.read()).toMatchObject({
      status: 'PENDING',
      changed: null,
      ratio: null,
      baselineScreenshotId: null,
      screenshotId: check.screenshotId,
      scheduleItemId: null,
      diffUrl: null,
      price: 1,
      completedAt: null,
    });
    expect(await getScreenshot(ctx, check)).toMatchObject({ status: 'PENDING' });
    expect(await works.feed()).toMatchObject([
      {
        transactionType: 'DEBIT',
        referenceType: 'CONTENT_CHANGE',
        referenceId: String(check.id),
        amount: 1,
        balanceBefore: 1_000,
        balanceAfter: 999,
        status: 'SUCCESS',
      },
    ]);
  });

  test('that the wallet cannot pay is refused, and creates nothing', async () => {
    const dear = { ...ctx, contentCheckPrice: 1_000.0001 };
    await expect(createContentCheck(dear, { url: 'https://example.com/' })).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    expect([
      await works.count('content_checks'),
      await works.count('screenshots'),
      await works.balance(),
    ]).toEqual([0, 0, 1_000]);
    await createContentCheck({ ...ctx, contentCheckPrice: 1_000 }, { url: 'https://example.com/' });
    expect(await works.balance()).toBe(0);
    await expect(createContentCheck(ctx, { url: 'https://example.com/' })).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
  });

  test('that is free makes no entry, neither when it is created nor when it fails', async () => {
    const { screenshotId } = await createContentCheck(
      { ...ctx, contentCheckPrice: 0 },
      { url: 'https://example.com/' },
    );
    await failAttempt(workspace.work, await works.claimOf({ screenshotId }), failure);
    expect(await works.feed()).toEqual([]);
  });

  test('extracts what its mode compares', async () => {
    const [text, html] = [
      await works.create({ comparison: { mode: 'text' } }),
      await works.create({ comparison: { mode: 'html' }, extractText: true }),
    ];
    const urls = async (check: typeof text) => {
      const { extractedHtmlUrl, extractedTextUrl } = await getScreenshot(ctx, check);
      return [extractedHtmlUrl !== null, extractedTextUrl !== null];
    };
    expect(await urls(text)).toEqual([false, true]);
    expect(await urls(html)).toEqual([true, true]);
  });
});

describe('a series of checks', () => {
  test('begins with a baseline, and compares each with the last one that succeeded', async () => {
    const first = await works.checkOnce('one');
    expect(first).toMatchObject({
      status: 'SUCCESS',
      changed: false,
      ratio: 0,
      baselineScreenshotId: null,
      description: 'Set the baseline.',
    });
    const same = await works.checkOnce('one');
    expect(same).toMatchObject({ changed: false, baselineScreenshotId: first.screenshotId, diffUrl: null });
    const other = await works.checkOnce('two');
    expect(other).toMatchObject({
      changed: true,
      ratio: 0.5,
      baselineScreenshotId: same.screenshotId,
      diffUrl: `http://shotclock.test/api/v1/content-changes/${other.id}/diff`,
    });
    const failed = await works.create();
    await failAttempt(workspace.work, await works.claimOf(failed), failure);
    expect(await works.checkOnce('two')).toMatchObject({
      changed: false,
      baselineScreenshotId: other.screenshotId,
    });
  });

  test('is told apart by what changes the picture and by the mode, and by nothing else', async () => {
    const first = await works.checkOnce('one');
    const again = [{ thumbnailWidth: 100 }, { extractText: true }, { comparison: { threshold: 0.5 } }];
    let last = first;
    for (const body of again) {
      const check = await works.checkOnce('one', body);
      expect(check.baselineScreenshotId).toBe(last.screenshotId);
      last = check;
    }
    for (const body of [{ width: 800 }, { fullPage: true }, { comparison: { mode: 'text' as const } }])
      expect((await works.checkOnce('one', body)).baselineScreenshotId).toBeNull();
    const strange = worksOf({ ...workspace, core: await newAccount(workspace) });
    expect((await strange.checkOnce('one')).baselineScreenshotId).toBeNull();
  });

  test('has one first check, however many are settled at once', async () => {
    const checks = await Promise.all(Array.from({ length: 6 }, () => works.create()));
    const claims = (await works.claimAll()) as Claim[];
    const settles = await Promise.all(claims.map((claim) => works.compare(claim, 'one')));
    const answers = await Promise.all(settles.map((settle) => settle()));
    expect(answers.filter((answer) => answer === 'settled')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'baseline_moved')).toHaveLength(5);

    const left = claims.filter((_, index) => answers[index] === 'baseline_moved');
    for (const claim of left) {
      expect(await getScreenshot(ctx, claim)).toMatchObject({ status: 'PROCESSING' });
      expect(await (await works.compare(claim, 'one'))()).toBe('settled');
    }
    const ended = await Promise.all(checks.map((check) => check.read()));
    const baselines = ended.map((check) => check.baselineScreenshotId);
    expect(baselines.filter((id) => id === null)).toHaveLength(1);
    // An unbroken chain: no two compare with the same one.
    expect(new Set(baselines).size).toBe(6);
    expect(new Set(ended.map((check) => check.completedAt)).size).toBe(6);
  });

  test('sets its own baseline aside for the screenshot that a request names, and goes on from there', async () => {
    const first = await works.checkOnce('one');
    await works.checkOnce('two');
    const named = await works.checkOnce('three', { baselineScreenshotId: first.screenshotId });
    expect(named).toMatchObject({ changed: true, baselineScreenshotId: first.screenshotId });
    expect((await works.checkOnce('three')).baselineScreenshotId).toBe(named.screenshotId);
  });

  test('compares no check with a screenshot that it cannot be compared with', async () => {
    const check = (baselineScreenshotId: number, mode: 'visual' | 'text' = 'visual') =>
      createContentCheck(ctx, { url: 'https://example.com/', comparison: { mode }, baselineScreenshotId });
    for (const id of [987_654, 1e20])
      await expect(check(id)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ path: '/baselineScreenshotId', code: 'unknown' }],
      });
    const stranger = await createScreenshot(await newAccount(workspace), { request: item() });
    await expect(check(stranger.id)).rejects.toMatchObject({ code: 'validation_failed' });
    const pending = await createScreenshot(ctx, { request: item() });
    await expect(check(pending.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/not finished/),
    });
    await failAttempt(workspace.work, await works.claimOf({ screenshotId: pending.id }), failure);
    await expect(check(pending.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/failed/),
    });
    const { screenshotId } = await works.checkOnce('one');
    await expect(check(screenshotId, 'text')).rejects.toMatchObject({
      message: expect.stringMatching(/has no text/),
    });
    expect(await works.count('content_checks')).toBe(1);
  });
});

describe('a check that fails', () => {
  test('is credited back in the transaction that fails its capture', async () => {
    const check = await works.create();
    await failAttempt(workspace.work, await works.claimOf(check), failure);
    expect(await check.read()).toMatchObject({
      status: 'FAILED',
      description: failure.description,
      changed: null,
    });
    expect(
      (await works.feed()).map((entry) => [entry.transactionType, entry.referenceId, entry.balanceAfter]),
    ).toEqual([
      ['DEBIT', String(check.id), 999],
      ['CREDIT', String(check.id), 1_000],
    ]);
  });

  test('is credited its own price, whatever the price is by then', async () => {
    const { check, screenshotId } = await createContentCheck(
      { ...ctx, contentCheckPrice: 2.5 },
      { url: 'https://example.com/' },
    );
    expect(check.price).toBe(2.5);
    await failAttempt(workspace.work, await works.claimOf({ screenshotId }), failure);
    expect(await works.balance()).toBe(1_000);
  });

  test('waits on while its capture is tried again, and is credited once when no tries are left', async () => {
    const check = await works.create();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await check.read()).toMatchObject({ status: 'PENDING' });
      await endPauses();
      await works.claimOf(check);
      await expireLeases();
      await recoverLost({ db: workspace.db });
    }
    expect(await check.read()).toMatchObject({
      status: 'FAILED',
      description: expect.stringMatching(/worker stopped responding/),
    });
    expect(await works.balance()).toBe(1_000);
    expect(await works.feed()).toHaveLength(2);
  });

  test('is neither credited nor completed by who comes late', async () => {
    const check = await works.create();
    const stale = await works.claimOf(check);
    const late = await works.compare(stale, 'one');
    await expireLeases();
    await recoverLost({ db: workspace.db });
    expect(await late()).toBe('stale');
    await endPauses();
    const current = await works.claimOf(check);
    expect(await failAttempt(workspace.work, stale, failure)).toBe(false);
    expect(await (await works.compare(current, 'two'))()).toBe('settled');
    expect(await late()).toBe('baseline_moved');
    expect(await failAttempt(workspace.work, current, failure)).toBe(false);
    expect(await check.read()).toMatchObject({ status: 'SUCCESS' });
    expect(await works.balance()).toBe(999);
  });

  test('leaves its capture a success when only the comparison failed', async () => {
    const check = await works.create();
    const claim = await works.claimOf(check);
    const stored = await works.storePicture('one');
    const outcome = { status: 'FAILED', description: 'The image cannot be read.' } as const;
    expect(
      await settleComparison(
        workspace.work,
        claim,
        { ...stored, description: null },
        { outcome, stored: [] },
      ),
    ).toBe('settled');
    expect(await getScreenshot(ctx, check)).toMatchObject({ status: 'SUCCESS' });
    expect(await check.read()).toMatchObject({ status: 'FAILED', description: outcome.description });
    expect(await works.balance()).toBe(1_000);
  });

  test('does not wait for ever when its capture was settled without a comparison', async () => {
    const check = await works.create();
    const stored = await works.storePicture('one');
    await settleSuccess(workspace.work, await works.claimOf(check), { ...stored, description: null });
    expect(await check.read()).toMatchObject({
      status: 'FAILED',
      description: 'The capture was not compared.',
    });
    expect(await works.balance()).toBe(1_000);
  });
});
