import {
  type ExpandedSchedule,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { listSchedules as listScheduleRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { answerSchedules, type Expand } from './answer-schedules.ts';

/** Lists schedules with their items. */
export async function listSchedules(
  ctx: CoreContext,
  input: PageRequest<SortField<'schedules'>> & Expand,
): Promise<Page<ExpandedSchedule>> {
  const { rows, total } = await listScheduleRows(ctx.db.orm, ctx.accountId, input);
  return pageOf(await answerSchedules(ctx.db.orm, rows, input.expand), total, input);
}
