import { defaultPolicy, limits, type PreviewScheduleBody, type SchedulePreview } from '@shotclock/contracts';
import { databaseNow } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { mergePolicy } from './merge-policy.ts';
import { describeTiming } from './timing/describe-timing.ts';
import { initialRun, runsAfter } from './timing/next-run.ts';
import { resolveTiming } from './timing/timing-rules.ts';

/**
 * Describes a schedule with this timing and its next runs as if it were created now. Jitter is omitted, because it depends on
 * the schedule's ID. The caller must have checked the request with `planRequestErrors`.
 */
export async function previewSchedule(
  ctx: CoreContext,
  body: PreviewScheduleBody,
): Promise<Omit<SchedulePreview, 'maxItemsPerRequest'>> {
  const policy = mergePolicy(defaultPolicy, body.policy);
  const now = await databaseNow(ctx.db.orm);
  const timing = resolveTiming(body.schedule, now);
  const count = Math.min(
    body.count ?? limits.previewRuns.default,
    policy.maxRuns ?? Number.POSITIVE_INFINITY,
  );
  const first = initialRun(timing, policy, now);
  const runs = first === null ? [] : runsAfter(timing, policy, new Date(first.getTime() - 1), count);
  return {
    description: describeTiming(timing, policy.timezone),
    runs: runs.map((run) => run.toISOString()),
    maxItems: ctx.limits.maxItemsPerSchedule,
  };
}
