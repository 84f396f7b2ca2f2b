import { type Page, type PageRequest, pageOf, type Schedule, type SortField } from '@shotclock/contracts';
import { listItems, listSchedules as listScheduleRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { scheduleResource } from './schedule-resource.ts';

/** Lists schedules with their items. */
export async function listSchedules(
  ctx: CoreContext,
  input: PageRequest<SortField<'schedules'>>,
): Promise<Page<Schedule>> {
  return ctx.db.snapshot(async (tx) => {
    const { rows, total } = await listScheduleRows(tx, ctx.accountId, input);
    const items = Map.groupBy(
      await listItems(
        tx,
        rows.map((row) => row.id),
      ),
      (item) => item.scheduleId,
    );
    return pageOf(
      rows.map((row) => scheduleResource(row, items.get(row.id) ?? [])),
      total,
      input,
    );
  });
}
