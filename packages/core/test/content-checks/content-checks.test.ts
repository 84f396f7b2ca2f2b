import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CoreContext,
  createContentCheck,
  createScreenshot,
  failAttempt,
  getScreenshot,
} from '../../src/index.ts';
import { item, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';
import { type CheckSteps, type Claim, checkSteps, failure, newCheckAccount } from './check-series.fixture.ts';

const workspace = openWorkspaceForFile();
let ctx: CoreContext;
let steps: CheckSteps;
beforeEach(async () => {
  ({ ctx, steps } = await newCheckAccount(workspace));
});

describe('a content-change check', () => {
  test('is debited when it is created with its capture', async () => {
    const check = await steps.create();
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
    expect(await steps.feed()).toMatchObject([
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

  test('is refused if the balance is too low, and nothing is created', async () => {
    const expensive = { ...ctx, contentCheckPrice: 1_000.0001 };
    await expect(createContentCheck(expensive, { url: 'https://example.com/' })).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    expect([
      await steps.count('content_checks'),
      await steps.count('screenshots'),
      await steps.balance(),
    ]).toEqual([0, 0, 1_000]);
    await createContentCheck({ ...ctx, contentCheckPrice: 1_000 }, { url: 'https://example.com/' });
    expect(await steps.balance()).toBe(0);
    await expect(createContentCheck(ctx, { url: 'https://example.com/' })).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
  });

  test('does not create ledger entries if it is free, even if it fails', async () => {
    const { screenshotId } = await createContentCheck(
      { ...ctx, contentCheckPrice: 0 },
      { url: 'https://example.com/' },
    );
    await failAttempt(workspace.work, await steps.claimOf({ screenshotId }), failure);
    expect(await steps.feed()).toEqual([]);
  });

  test('extracts the artifact that its comparison mode compares', async () => {
    const [text, html] = [
      await steps.create({ comparison: { mode: 'text' } }),
      await steps.create({ comparison: { mode: 'html' }, extractText: true }),
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
  test('starts with a baseline and compares each check with the last successful one', async () => {
    const first = await steps.checkOnce('one');
    expect(first).toMatchObject({
      status: 'SUCCESS',
      changed: false,
      ratio: 0,
      baselineScreenshotId: null,
      description: 'Set the baseline.',
    });
    const same = await steps.checkOnce('one');
    expect(same).toMatchObject({ changed: false, baselineScreenshotId: first.screenshotId, diffUrl: null });
    const other = await steps.checkOnce('two');
    expect(other).toMatchObject({
      changed: true,
      ratio: 0.5,
      baselineScreenshotId: same.screenshotId,
      diffUrl: `http://shotclock.test/api/v1/content-changes/${other.id}/diff`,
    });
    const failed = await steps.create();
    await failAttempt(workspace.work, await steps.claimOf(failed), failure);
    expect(await steps.checkOnce('two')).toMatchObject({
      changed: false,
      baselineScreenshotId: other.screenshotId,
    });
  });

  test('is identified only by the mode and the settings that affect the image', async () => {
    const first = await steps.checkOnce('one');
    const again = [{ thumbnailWidth: 100 }, { extractText: true }, { comparison: { threshold: 0.5 } }];
    let last = first;
    for (const body of again) {
      const check = await steps.checkOnce('one', body);
      expect(check.baselineScreenshotId).toBe(last.screenshotId);
      last = check;
    }
    for (const body of [{ width: 800 }, { fullPage: true }, { comparison: { mode: 'text' as const } }])
      expect((await steps.checkOnce('one', body)).baselineScreenshotId).toBeNull();
    const otherAccount = checkSteps({ ...workspace, core: await newAccount(workspace) });
    expect((await otherAccount.checkOnce('one')).baselineScreenshotId).toBeNull();
  });

  test('has exactly one first check, even if several checks settle concurrently', async () => {
    const checks = await Promise.all(Array.from({ length: 6 }, () => steps.create()));
    const claims = (await steps.claimAll()) as Claim[];
    const settles = await Promise.all(claims.map((claim) => steps.compare(claim, 'one')));
    const outcomes = await Promise.all(settles.map((settle) => settle()));
    expect(outcomes.filter((outcome) => outcome === 'settled')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'baseline_moved')).toHaveLength(5);

    const unsettled = claims.filter((_, index) => outcomes[index] === 'baseline_moved');
    for (const claim of unsettled) {
      expect(await getScreenshot(ctx, claim)).toMatchObject({ status: 'PROCESSING' });
      expect(await (await steps.compare(claim, 'one'))()).toBe('settled');
    }
    const settled = await Promise.all(checks.map((check) => check.read()));
    const baselines = settled.map((check) => check.baselineScreenshotId);
    expect(baselines.filter((id) => id === null)).toHaveLength(1);
    // The checks form a chain, so no two of them have the same baseline.
    expect(new Set(baselines).size).toBe(6);
    expect(new Set(settled.map((check) => check.completedAt)).size).toBe(6);
  });

  test('compares with the screenshot specified in the request, and continues from that check', async () => {
    const first = await steps.checkOnce('one');
    await steps.checkOnce('two');
    const named = await steps.checkOnce('three', { baselineScreenshotId: first.screenshotId });
    expect(named).toMatchObject({ changed: true, baselineScreenshotId: first.screenshotId });
    expect((await steps.checkOnce('three')).baselineScreenshotId).toBe(named.screenshotId);
  });

  test('refuses a baseline that cannot be compared', async () => {
    const check = (baselineScreenshotId: number, mode: 'visual' | 'text' = 'visual') =>
      createContentCheck(ctx, { url: 'https://example.com/', comparison: { mode }, baselineScreenshotId });
    for (const id of [987_654, 1e20])
      await expect(check(id)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ path: '/baselineScreenshotId', code: 'unknown' }],
      });
    const foreign = await createScreenshot(await newAccount(workspace), { request: item() });
    await expect(check(foreign.id)).rejects.toMatchObject({ code: 'validation_failed' });
    const pending = await createScreenshot(ctx, { request: item() });
    await expect(check(pending.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/not finished/),
    });
    await failAttempt(workspace.work, await steps.claimOf({ screenshotId: pending.id }), failure);
    await expect(check(pending.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/failed/),
    });
    const { screenshotId } = await steps.checkOnce('one');
    await expect(check(screenshotId, 'text')).rejects.toMatchObject({
      message: expect.stringMatching(/has no text/),
    });
    expect(await steps.count('content_checks')).toBe(1);
  });
});
