import { beforeEach, expect, test } from 'vitest';
import { type Baseline, type CoreContext, getScreenshot, settleCompared } from '../../src/index.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';
import { type CheckSteps, type Claim, newCheckAccount } from './check-series.fixture.ts';

const workspace = openWorkspaceForFile();
let ctx: CoreContext;
let steps: CheckSteps;
beforeEach(async () => {
  ({ ctx, steps } = await newCheckAccount(workspace));
});

/** Settles a claim. During each of its comparisons, `rivals` other checks in the series succeed. */
async function settleDuring(claim: Claim, rivals: (comparison: number) => number) {
  const compared: (number | null)[] = [];
  const stored = await steps.storePicture('mine');
  const settled = await settleCompared(
    workspace.work,
    claim,
    { ...stored, description: null },
    async (baseline: Baseline | null) => {
      compared.push(baseline?.screenshotId ?? null);
      for (let n = rivals(compared.length); n > 0; n -= 1) await steps.checkOnce(`rival ${compared.length}`);
      return {
        outcome: {
          status: 'SUCCESS',
          baseline,
          changed: false,
          ratio: 0,
          subject: stored.hashes.image,
          masks: [],
          diff: null,
          description: null,
        },
        stored: [],
      };
    },
  );
  return { compared, settled };
}

test('a check is compared with each newer baseline until the baseline stops changing', async () => {
  const first = await steps.checkOnce('first');
  const check = await steps.create();
  const { compared, settled } = await settleDuring(await steps.claimOf(check), (comparison) =>
    comparison <= 4 ? 1 : 0,
  );
  expect(settled).toBe('settled');
  expect(compared).toHaveLength(5);
  expect(compared[0]).toBe(first.screenshotId);
  expect(new Set(compared).size).toBe(5);
  expect(await check.read()).toMatchObject({ status: 'SUCCESS', baselineScreenshotId: compared[4] });
});

test('the attempt fails with baseline_moved if the baseline moves during all five comparisons', async () => {
  const check = await steps.create();
  const claim = await steps.claimOf(check);
  await expect(settleDuring(claim, () => 1)).rejects.toMatchObject({
    name: 'AttemptError',
    code: 'baseline_moved',
  });
  expect(await check.read()).toMatchObject({ status: 'PENDING' });
  expect(await getScreenshot(ctx, claim)).toMatchObject({ status: 'PROCESSING' });
});
