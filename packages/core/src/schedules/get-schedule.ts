import type { Schedule } from '@shotclock/contracts';
import { findSchedule, listItems } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { scheduleResource } from './schedule-resource.ts';

/**
 * Reads a schedule with all its items (specification, section 4.2).
 * @throws CoreError not_found
 */
export async function getSchedule(ctx: CoreContext, input: { scheduleId: number }): Promise<Schedule> {
  const row = await findSchedule(ctx.db.orm, { accountId: ctx.accountId, ...input });
  if (!row) throw notFound('schedule', input.scheduleId);
  return scheduleResource(row, await listItems(ctx.db.orm, [row.id]));
}
