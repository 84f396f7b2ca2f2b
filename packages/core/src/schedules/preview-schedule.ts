import { defaultPolicy, limits, type PreviewScheduleBody, type SchedulePreview } from '@shotclock/contracts';
import { databaseNow } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { describeTiming } from './describe-timing.ts';
import { mergePolicy } from './merge-policy.ts';
import { initialRun, runsAfter } from './next-run.ts';
import { resolveTiming, timingFaults } from './timing-rules.ts';

/**
 * What a schedule of this timing would do if it were created now; creates nothing. Jitter is left out, as it depends on
 * an id that the schedule does not have yet.
 * @throws CoreError validation_failed, for what creation refuses
 */
export async function previewSchedule(ctx: CoreContext, body: PreviewScheduleBody): Promise<SchedulePreview> {
  const policy = mergePolicy(defaultPolicy, body.policy);
  const now = await databaseNow(ctx.db.orm);
  const rules = { minIntervalSeconds: ctx.limits.minRunIntervalSeconds, now };
  refuse(timingFaults(body.schedule, policy, rules, '/schedule'));

  const timing = resolveTiming(body.schedule, now);
  const count = Math.min(
    body.count ?? limits.previewRuns.default,
    policy.maxRuns ?? Number.POSITIVE_INFINITY,
  );
  const beforeFirst = new Date(initialRun(timing, policy, now)!.getTime() - 1);
  return {
    description: describeTiming(timing, policy.timezone),
    runs: runsAfter(timing, policy, beforeFirst, count).map((run) => run.toISOString()),
  };
}
