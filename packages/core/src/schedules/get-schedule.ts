import { type ExpandedSchedule, itemExpansions } from '@shotclock/contracts';
import { findSchedule, findScheduleResource, findScheduleWithItems } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { type Expand, expandedSchedule, expansionsOf, planningTime } from './expanded-schedules.ts';
import { scheduleFields } from './schedule-resource.ts';

/**
 * Reads a schedule with all its items (specification, section 4.2).
 * @throws CoreError not_found
 */
export async function getSchedule(
  ctx: CoreContext,
  input: { scheduleId: number } & Expand,
): Promise<ExpandedSchedule> {
  const { scheduleId, expand } = input;
  const key = { accountId: ctx.accountId, scheduleId };
  if (!expand?.size) {
    const found = await findScheduleResource(ctx.db.orm, key);
    if (!found) throw notFound('schedule', scheduleId);
    return { ...found.schedule, items: found.items };
  }
  if (itemExpansions.some((name) => expand.has(name)))
    return ctx.db.snapshot(async (tx) => {
      const row = await findSchedule(tx, key);
      if (!row) throw notFound('schedule', scheduleId);
      return expandedSchedule(tx, row, expand);
    });
  const found = await findScheduleWithItems(ctx.db.orm, key);
  if (!found) throw notFound('schedule', scheduleId);
  const [expansions] = await expansionsOf([found.schedule], expand, await planningTime(ctx.db.orm, expand));
  return { ...scheduleFields(found.schedule), items: found.items, ...expansions };
}
