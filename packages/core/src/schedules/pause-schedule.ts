import type { ExpandedSchedule } from '@shotclock/contracts';
import { databaseNow, lockSchedule, updateSchedule } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertNotCompleted } from './assert-not-completed.ts';
import { type Expand, expandedSchedule } from './expanded-schedules.ts';
import { pausedState } from './schedule-state.ts';

/**
 * Pauses a schedule. Until the schedule is resumed, it has no scheduled runs, and no runs count as missed. Active
 * executions finish, and manual runs remain possible. A schedule that is already paused keeps its `pausedAt` and
 * `pauseReason`.
 * @throws CoreError not_found, conflict (the schedule is completed)
 */
export async function pauseSchedule(
  ctx: CoreContext,
  input: { scheduleId: number } & Expand,
): Promise<ExpandedSchedule> {
  const { scheduleId, expand } = input;
  const key = { accountId: ctx.accountId, scheduleId };
  return inTransaction(ctx, changed('SCHEDULE', scheduleId), async (tx) => {
    const row = await lockSchedule(tx, key);
    if (!row) throw notFound('schedule', scheduleId);
    assertNotCompleted(row);
    if (row.pausedAt !== null) return expandedSchedule(tx, row, expand);
    const paused = await updateSchedule(tx, key, {
      ...pausedState,
      pausedAt: await databaseNow(tx),
      pauseReason: 'REQUESTED',
    });
    return expandedSchedule(tx, paused, expand);
  });
}
