import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Baseline, type CoreContext, getScreenshot, settleCompared } from '../src/index.ts';
import { type Claim, worksOf } from './check-series.fixture.ts';
import { newAccount, openWorkspace, type Workspace } from './workspace.fixture.ts';

let workspace: Workspace;
let ctx: CoreContext;
let works: ReturnType<typeof worksOf>;
beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(() => workspace.close());
beforeEach(async () => {
  ctx = await newAccount(workspace);
  works = worksOf({ ...workspace, core: ctx });
});

/** Settles a claim with comparisons during each of which `rivals` other checks of the series succeed. */
async function settleDuring(claim: Claim, rivals: (comparison: number) => number) {
  const compared: (number | null)[] = [];
  const stored = await works.storePicture('mine');
  const settled = await settleCompared(
    workspace.work,
    claim,
    { ...stored, description: null },
    async (baseline: Baseline | null) => {
      compared.push(baseline?.screenshotId ?? null);
      for (let n = rivals(compared.length); n > 0; n -= 1) await works.checkOnce(`rival ${compared.length}`);
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

test('a check is compared again with each newer baseline until the baseline stays', async () => {
  const first = await works.checkOnce('first');
  const check = await works.create();
  const { compared, settled } = await settleDuring(await works.claimOf(check), (comparison) =>
    comparison <= 4 ? 1 : 0,
  );
  expect(settled).toBe(true);
  expect(compared).toHaveLength(5);
  expect(compared[0]).toBe(first.screenshotId);
  expect(new Set(compared).size).toBe(5);
  expect(await check.read()).toMatchObject({ status: 'SUCCESS', baselineScreenshotId: compared[4] });
});

test('the attempt fails with baseline_moved when the baseline moves during all five comparisons', async () => {
  const check = await works.create();
  const claim = await works.claimOf(check);
  await expect(settleDuring(claim, () => 1)).rejects.toMatchObject({
    name: 'AttemptError',
    code: 'baseline_moved',
  });
  expect(await check.read()).toMatchObject({ status: 'PENDING' });
  expect(await getScreenshot(ctx, claim)).toMatchObject({ status: 'PROCESSING' });
});
