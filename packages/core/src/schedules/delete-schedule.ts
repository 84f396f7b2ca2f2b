import { lockSchedule, softDeleteSchedule } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { expandedSchedule } from './expanded-schedules.ts';

/**
 * Deletes a schedule: it stops and is hidden. Its executions and screenshots stay readable.
 * @throws CoreError not_found, precondition_failed
 */
export async function deleteSchedule(ctx: CoreContext, input: { scheduleId: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockSchedule(tx, { accountId: ctx.accountId, ...input });
    if (!row) throw notFound('schedule', input.scheduleId);
    await assertCurrent(ctx, () => expandedSchedule(tx, row, undefined));
    await softDeleteSchedule(tx, input.scheduleId);
  });
}
