import type { NewestCaptures } from '@shotclock/contracts';
import { findSchedule, listNewestCaptures as listRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Lists the newest successful capture of each item in a schedule.
 * @throws CoreError not_found
 */
export async function listNewestCaptures(
  ctx: CoreContext,
  { scheduleId }: { scheduleId: number },
): Promise<NewestCaptures> {
  const key = { accountId: ctx.accountId, scheduleId };
  return ctx.db.snapshot(async (tx) => {
    if (!(await findSchedule(tx, key))) throw notFound('schedule', scheduleId);
    return { captures: await listRows(tx, key) };
  });
}
