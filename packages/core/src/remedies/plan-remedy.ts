import { findSchedule } from '@shotclock/db';
import { notFound } from '../errors.ts';
import { pauseSchedule } from '../schedules/pause-schedule.ts';
import { planAcceptLook } from './accept-look.ts';
import { planIgnoreRegion } from './ignore-region.ts';
import { planRaiseThreshold } from './raise-threshold.ts';
import type { RemedyContext, RemedyName, RemedyPlan } from './remedy.ts';

const plans: Record<RemedyName, (ctx: RemedyContext, id: number) => Promise<RemedyPlan>> = {
  'accept-look': planAcceptLook,
  'ignore-region': planIgnoreRegion,
  'raise-threshold': planRaiseThreshold,
  'pause-schedule': planPause,
};

/**
 * Returns what a remedy would change, without changing anything.
 * @param remedy.id the ID of the check, or of the schedule for `pause-schedule`
 * @throws CoreError not_found (the check or the schedule was deleted)
 */
export const planRemedy = (
  ctx: RemedyContext,
  { name, id }: { name: RemedyName; id: number },
): Promise<RemedyPlan> => plans[name](ctx, id);

async function planPause(ctx: RemedyContext, scheduleId: number): Promise<RemedyPlan> {
  const row = await findSchedule(ctx.db.orm, { accountId: ctx.accountId, scheduleId });
  if (!row) throw notFound('schedule', scheduleId);
  const plan = { target: row.name, pictureUrl: null, change: null };
  if (row.status === 'COMPLETED')
    return { ...plan, text: 'The schedule is completed and has no further runs.' };
  if (row.pausedAt !== null) return { ...plan, text: 'The schedule is already paused.' };
  return {
    ...plan,
    text: 'The schedule has no further runs until it is resumed. A run in progress is completed.',
    change: {
      action: 'pauseSchedule',
      fields: [],
      apply: (own) => pauseSchedule(own, { scheduleId }),
    },
  };
}
