import { activeExecutions, lockSchedule, type Queryable, softDeleteSchedule } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import { cancelUnfinishedCaptures } from '../captures/cancel-execution.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { expandedSchedule } from './expanded-schedules.ts';

/**
 * Deletes a schedule: it is hidden and no longer runs. Its executions and screenshots remain available.
 * @param input.running `cancel` first cancels the active executions in several transactions. If the process dies between them, the schedule is not deleted. By default, active executions finish.
 * @throws CoreError not_found, precondition_failed
 */
export async function deleteSchedule(
  ctx: CoreContext,
  { scheduleId, running = 'finish' }: { scheduleId: number; running?: 'finish' | 'cancel' },
): Promise<void> {
  const key = { accountId: ctx.accountId, scheduleId };
  // Compare the version only once. Otherwise, a run that starts while executions are being canceled would cause the
  // request to fail halfway.
  let isCurrent = false;
  const assertDeletable = async (tx: Queryable) => {
    const row = await lockSchedule(tx, key);
    if (!row) throw notFound('schedule', scheduleId);
    if (!isCurrent) await assertCurrent(ctx, () => expandedSchedule(tx, row, undefined));
    isCurrent = true;
  };
  const deletion = (active: number[]) => (active.length === 0 ? changed('SCHEDULE', scheduleId) : []);
  for (;;) {
    const active = await inTransaction(ctx, deletion, async (tx) => {
      await assertDeletable(tx);
      // No execution can start while the schedule is locked.
      const executions = running === 'cancel' ? await activeExecutions(tx, key) : [];
      if (executions.length === 0) await softDeleteSchedule(tx, key);
      return executions;
    });
    if (active.length === 0) return;
    for (const executionId of active) await cancelUnfinishedCaptures(ctx, executionId);
  }
}
