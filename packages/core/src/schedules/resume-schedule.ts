import type { ExpandedSchedule } from '@shotclock/contracts';
import { databaseNow, lockSchedule, notifyWork, updateSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { answerSchedule, type Expand } from './answer-schedules.ts';
import { standingAfter } from './plan.ts';
import { refuseCompleted } from './refuse-completed.ts';
import { policyOf, timingOf } from './schedule-resource.ts';

/**
 * Lets a paused schedule run again, from the first time on its grid that is later than now: the pause was meant, so its
 * runs are neither made up for nor recorded as missed. Failures are counted from 0. When no run can follow any more, as
 * after the time of a ONCE schedule, it is COMPLETED. One that is not paused stays as it was.
 * @throws CoreError not_found, conflict (it is completed)
 */
export async function resumeSchedule(
  ctx: CoreContext,
  input: { scheduleId: number } & Expand,
): Promise<ExpandedSchedule> {
  const { scheduleId, expand } = input;
  return inTransaction(ctx, async (tx) => {
    const row = await lockSchedule(tx, { accountId: ctx.accountId, scheduleId });
    if (!row) throw notFound('schedule', scheduleId);
    refuseCompleted(row);
    if (row.pausedAt === null) return answerSchedule(tx, row, expand);
    const plan = { id: row.id, timing: timingOf(row), policy: policyOf(row), runs: row.runs };
    const resumed = await updateSchedule(tx, scheduleId, {
      ...standingAfter(plan, await databaseNow(tx)),
      pausedAt: null,
      pauseReason: null,
      failuresInARow: 0,
    });
    await notifyWork(tx);
    return answerSchedule(tx, resumed, expand);
  });
}
