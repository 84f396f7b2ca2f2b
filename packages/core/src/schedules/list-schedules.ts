import {
  type ExpandedSchedule,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { listSchedules as listScheduleRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { type Expand, expandedSchedules } from './expanded-schedules.ts';

/** Lists schedules with their items. */
export async function listSchedules(
  ctx: CoreContext,
  input: PageRequest<SortField<'schedules'>> & Expand,
): Promise<Page<ExpandedSchedule>> {
  return ctx.db.snapshot(async (tx) => {
    const { rows, total } = await listScheduleRows(tx, ctx.accountId, input);
    return pageOf(await expandedSchedules(tx, rows, input.expand), total, input);
  });
}
