import fc from 'fast-check';
import { settleComparison } from '../../src/captures/settle-compared.ts';
import {
  type CoreContext,
  CoreError,
  cancelExecution,
  cancelScreenshot,
  claimScreenshot,
  createContentCheck,
  createSchedule,
  failAttempt,
  recoverLost,
  runSchedule,
  topUpWallet,
} from '../../src/index.ts';
import { type Claim, checkSteps, failure } from '../content-checks/check-series.fixture.ts';
import { type Job, releaseAll } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, type Workspace } from '../workspace.fixture.ts';

const price = fc.constantFrom(1, 0.25, 333.3333, 600, 0);
const outcome = fc.constantFrom(
  'succeed',
  'fail',
  'retry',
  'incomparable',
  'hold',
  'lose_lease',
  'settle_late',
);

/** Operations on an account that can run concurrently. */
export const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('check'), price, page: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('run'), price }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('topUp'), amount: fc.constantFrom(0.1, 0.0003, 50) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('work'), outcome, picture: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cancel'),
      what: fc.constantFrom('screenshots', 'schedule_executions'),
    }),
  },
);
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
type Outcome = typeof outcome extends fc.Arbitrary<infer T> ? T : never;

/** Performs operations concurrently, as the API, a scheduler and workers do. */
export async function openLedgerOperations(workspace: Workspace, ctx: CoreContext) {
  const steps = checkSteps({ ...workspace, core: ctx });
  const jobs: Job[] = [];
  const staleWorkers: (() => Promise<unknown>)[] = [];
  const done = { checks: 0, refused: 0, cancelled: 0 };
  const schedule = await createSchedule(
    ctx,
    hourly(inAnHour(), {
      items: ['a', 'b', 'c'].map(item),
      policy: { detectChanges: true },
    }),
  );

  const updateScreenshot = (claim: Claim, change: string) =>
    workspace.db.orm.execute(`update captures set ${change} where screenshot_id = ${claim.screenshotId}`);

  async function claimOne(): Promise<Claim | undefined> {
    jobs.push(...(await releaseAll(workspace)));
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const claim = await claimScreenshot(workspace.work, job);
      if (claim) return claim as Claim;
    }
    return undefined;
  }

  /** Cancels the newest unfinished capture or execution, which may finish before it is canceled. */
  async function cancelNewest(table: 'screenshots' | 'schedule_executions'): Promise<void> {
    const [row] = await workspace.db.orm.execute<{ id: string }>(
      `select id from ${table} where account_id = ${ctx.accountId} and status in ('PENDING', 'PROCESSING')
       order by id desc limit 1`,
    );
    if (!row) return;
    const id = Number(row.id);
    try {
      if (table === 'screenshots') await cancelScreenshot(ctx, { screenshotId: id });
      else await cancelExecution(ctx, { executionId: id });
      done.cancelled += 1;
    } catch (error) {
      if (!(error instanceof CoreError && error.code === 'conflict')) throw error;
    }
  }

  async function loseLease(claim: Claim): Promise<void> {
    await updateScreenshot(claim, `lease_expires_at = now() - interval '1 second'`);
    await recoverLost({ db: workspace.db });
    await updateScreenshot(claim, `release_at = now() - interval '1 second'`);
  }

  /** Compares first and settles later, so that baselines can move in between. Captures without a check fail. */
  async function prepare(claim: Claim, picture: number): Promise<() => Promise<void>> {
    if (!claim.check) return async () => void (await failAttempt(workspace.work, claim, failure));
    const settle = await steps.compare(claim, `picture ${picture}`);
    return async () => {
      if ((await settle()) === 'baseline_moved') await (await prepare(claim, picture))();
    };
  }

  /** Settles captures concurrently, as several workers do. */
  async function settleTogether(claims: (Claim | undefined)[], picture: number): Promise<void> {
    const present = claims.filter((claim) => claim !== undefined);
    const settles = await Promise.all(present.map((claim) => prepare(claim, picture)));
    await Promise.all(settles.map((settle) => settle()));
  }

  const settleAs: Record<Outcome, (claim: Claim, picture: number) => Promise<unknown>> = {
    succeed: async (claim, picture) => settleTogether([claim, await claimOne(), await claimOne()], picture),
    fail: (claim) => failAttempt(workspace.work, claim, failure),
    async retry(claim) {
      await failAttempt(workspace.work, claim, { ...failure, code: 'connection_failed' });
      await updateScreenshot(claim, `release_at = now() - interval '1 second'`);
    },
    async incomparable(claim, picture) {
      const stored = await steps.storePicture(`picture ${picture}`);
      const outcome = { status: 'FAILED', description: 'The image cannot be read.' } as const;
      await settleComparison(
        workspace.work,
        claim,
        { ...stored, description: null },
        { outcome, stored: [] },
      );
    },
    async hold(claim, picture) {
      // A second look is not held again.
      if (!claim.check || claim.check.firstLook) return failAttempt(workspace.work, claim, failure);
      await (await steps.hold(claim, `picture ${picture}`))();
      await updateScreenshot(claim, `release_at = now() - interval '1 second'`);
    },
    lose_lease: loseLease,
    async settle_late(claim, picture) {
      const settle = await prepare(claim, picture);
      staleWorkers.push(settle, () => failAttempt(workspace.work, claim, failure));
      await loseLease(claim);
    },
  };

  return {
    done,
    async perform(one: Operation): Promise<void> {
      if (one.kind === 'topUp') await topUpWallet(ctx, { amount: one.amount });
      if (one.kind === 'cancel') await cancelNewest(one.what);
      if (one.kind === 'run')
        await runSchedule({ ...ctx, contentCheckPrice: one.price }, { scheduleId: schedule.id });
      if (one.kind === 'check') {
        try {
          await createContentCheck(
            { ...ctx, contentCheckPrice: one.price },
            { url: `https://example.com/${one.page}` },
          );
          done.checks += 1;
        } catch (error) {
          if (!(error instanceof CoreError && error.code === 'insufficient_credits')) throw error;
          done.refused += 1;
        }
      }
      if (one.kind === 'work') {
        const claim = await claimOne();
        if (claim) await settleAs[one.outcome](claim, one.picture);
        if (one.outcome === 'succeed') await staleWorkers.shift()?.();
      }
    },
    /** Settles everything that is pending, and lets workers with stale fencing tokens try again. */
    async finish(): Promise<void> {
      await workspace.db.orm.execute(`update captures set release_at = now() - interval '1 second'`);
      for (let claim = await claimOne(); claim; claim = await claimOne()) await settleTogether([claim], 0);
      await Promise.all(staleWorkers.map((settleLate) => settleLate()));
    },
  };
}
