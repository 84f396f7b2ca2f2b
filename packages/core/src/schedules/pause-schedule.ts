import type { ExpandedSchedule } from '@shotclock/contracts';
import { databaseNow, lockSchedule, updateSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { answerSchedule, type Expand } from './answer-schedules.ts';
import { standingPaused } from './plan.ts';
import { refuseCompleted } from './refuse-completed.ts';

/**
 * Stops a schedule until it is resumed: no run is started by time, and none counts as missed. Executions that go on are
 * finished, and runs by hand stay possible. One that is paused already stays as it was, with its first time and reason.
 * @throws CoreError not_found, conflict (it is completed)
 */
export async function pauseSchedule(
  ctx: CoreContext,
  input: { scheduleId: number } & Expand,
): Promise<ExpandedSchedule> {
  const { scheduleId, expand } = input;
  return inTransaction(ctx, async (tx) => {
    const row = await lockSchedule(tx, { accountId: ctx.accountId, scheduleId });
    if (!row) throw notFound('schedule', scheduleId);
    refuseCompleted(row);
    if (row.pausedAt !== null) return answerSchedule(tx, row, expand);
    const paused = await updateSchedule(tx, scheduleId, {
      ...standingPaused,
      pausedAt: await databaseNow(tx),
      pauseReason: 'REQUESTED',
    });
    return answerSchedule(tx, paused, expand);
  });
}
