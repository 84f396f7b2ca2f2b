import { lockSchedule, softDeleteSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';

/**
 * Deletes a schedule: it stops and is hidden. Its executions and screenshots stay readable.
 * @throws CoreError not_found
 */
export async function deleteSchedule(ctx: CoreContext, input: { scheduleId: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await lockSchedule(tx, { accountId: ctx.accountId, ...input })))
      throw notFound('schedule', input.scheduleId);
    await softDeleteSchedule(tx, input.scheduleId);
  });
}
