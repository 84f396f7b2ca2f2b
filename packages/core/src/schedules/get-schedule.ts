import type { ExpandedSchedule } from '@shotclock/contracts';
import { findSchedule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { type Expand, expandedSchedule } from './expanded-schedules.ts';

/**
 * Reads a schedule with all its items (specification, section 4.2).
 * @throws CoreError not_found
 */
export async function getSchedule(
  ctx: CoreContext,
  input: { scheduleId: number } & Expand,
): Promise<ExpandedSchedule> {
  const { scheduleId, expand } = input;
  const row = await findSchedule(ctx.db.orm, { accountId: ctx.accountId, scheduleId });
  if (!row) throw notFound('schedule', scheduleId);
  return expandedSchedule(ctx.db.orm, row, expand);
}
