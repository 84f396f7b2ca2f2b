import { beforeEach, describe, expect, test } from 'vitest';
import { settleComparison } from '../../src/captures/settle-compared.ts';
import {
  type CoreContext,
  createContentCheck,
  failAttempt,
  getScreenshot,
  recoverLost,
  settleSuccess,
} from '../../src/index.ts';
import { endRetryDelays, expireLeases } from '../worker-steps.fixture.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';
import { type CheckSteps, failure, newCheckAccount } from './check-series.fixture.ts';

const workspace = openWorkspaceForFile();
let ctx: CoreContext;
let steps: CheckSteps;
beforeEach(async () => {
  ({ ctx, steps } = await newCheckAccount(workspace));
});

describe('a failed check', () => {
  test('is refunded in the transaction that fails its capture', async () => {
    const check = await steps.create();
    await failAttempt(workspace.work, await steps.claimOf(check), failure);
    expect(await check.read()).toMatchObject({
      status: 'FAILED',
      description: failure.description,
      changed: null,
    });
    expect(
      (await steps.feed()).map((entry) => [entry.transactionType, entry.referenceId, entry.balanceAfter]),
    ).toEqual([
      ['DEBIT', String(check.id), 999],
      ['CREDIT', String(check.id), 1_000],
    ]);
  });

  test('is settled even if its description contains text that Postgres cannot store', async () => {
    const check = await steps.create();
    const description = 'a\0b \ud800';
    await failAttempt(workspace.work, await steps.claimOf(check), { ...failure, description });
    expect(await check.read()).toMatchObject({ status: 'FAILED', description: 'a\ufffdb \ufffd' });
  });

  test('is refunded at the original price, not at the current price', async () => {
    const { check, screenshotId } = await createContentCheck(
      { ...ctx, contentCheckPrice: 2.5 },
      { url: 'https://example.com/' },
    );
    expect(check.price).toBe(2.5);
    await failAttempt(workspace.work, await steps.claimOf({ screenshotId }), failure);
    expect(await steps.balance()).toBe(1_000);
  });

  test('remains pending while its capture is retried, and is refunded once when no attempts are left', async () => {
    const check = await steps.create();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await check.read()).toMatchObject({ status: 'PENDING' });
      await endRetryDelays(workspace);
      await steps.claimOf(check);
      await expireLeases(workspace);
      await recoverLost({ db: workspace.db });
    }
    expect(await check.read()).toMatchObject({
      status: 'FAILED',
      description: expect.stringMatching(/worker stopped responding/),
    });
    expect(await steps.balance()).toBe(1_000);
    expect(await steps.feed()).toHaveLength(2);
  });

  test('is neither refunded nor completed by a worker with a stale fencing token', async () => {
    const check = await steps.create();
    const stale = await steps.claimOf(check);
    const late = await steps.compare(stale, 'one');
    await expireLeases(workspace);
    await recoverLost({ db: workspace.db });
    expect(await late()).toBe('stale');
    await endRetryDelays(workspace);
    const current = await steps.claimOf(check);
    expect(await failAttempt(workspace.work, stale, failure)).toBe('stale');
    expect(await (await steps.compare(current, 'two'))()).toBe('settled');
    expect(await late()).toBe('baseline_moved');
    expect(await failAttempt(workspace.work, current, failure)).toBe('stale');
    expect(await check.read()).toMatchObject({ status: 'SUCCESS' });
    expect(await steps.balance()).toBe(999);
  });

  test('does not fail its capture if only the comparison fails', async () => {
    const check = await steps.create();
    const claim = await steps.claimOf(check);
    const stored = await steps.storePicture('one');
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
    expect(await steps.balance()).toBe(1_000);
  });

  test('fails if its capture is settled without a comparison', async () => {
    const check = await steps.create();
    const stored = await steps.storePicture('one');
    await settleSuccess(workspace.work, await steps.claimOf(check), { ...stored, description: null });
    expect(await check.read()).toMatchObject({
      status: 'FAILED',
      description: 'The capture was not compared.',
    });
    expect(await steps.balance()).toBe(1_000);
  });
});
