import {
  type LastRun,
  type ListedSchedule,
  limits,
  type Page,
  type PageRequest,
  pageOf,
  type ScheduleListExpansion,
  type SortField,
} from '@shotclock/contracts';
import {
  countItemsOfEach,
  type ExecutionRow,
  firstSchedules,
  listItems,
  listLastExecutions,
  listSchedules as listScheduleRows,
  type ScheduleFilter,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { itemResource } from '../items/item-resource.ts';
import { expansionsOf, planningTime } from './expanded-schedules.ts';
import { scheduleFields } from './schedule-resource.ts';

type ScheduleListRequest = PageRequest<SortField<'schedules'>> & Partial<ScheduleFilter>;

/**
 * Lists schedules, each with its number of items.
 * @throws CoreError validation_failed (`expand=items` for a page with too many items)
 */
export async function listSchedules(
  ctx: CoreContext,
  input: ScheduleListRequest & { expand?: ReadonlySet<ScheduleListExpansion> },
): Promise<Page<ListedSchedule>> {
  const { expand } = input;
  const first = expand?.size ? null : await firstSchedules(ctx.db.orm, ctx, input);
  if (first) {
    const schedules = first.rows.map((row) => ({ ...scheduleFields(row), itemCount: row.itemCount }));
    return pageOf(schedules, first, input);
  }
  const { found, counts, items, runs, now } = await ctx.db.snapshot(async (tx) => {
    const found = await listScheduleRows(tx, ctx, input);
    const key = { accountId: ctx.accountId, scheduleIds: found.rows.map((row) => row.id) };
    const counts = await countItemsOfEach(tx, key);
    if (expand?.has('items')) refuseManyItems(counts);
    const items = expand?.has('items') ? await listItems(tx, key) : [];
    const runs = expand?.has('lastRuns') ? await listLastExecutions(tx, key, limits.lastRuns) : [];
    return { found, counts, items, runs, now: await planningTime(tx, expand) };
  });
  const itemsOf = Map.groupBy(items, (item) => item.scheduleId);
  const runsOf = Map.groupBy(runs, (run) => run.scheduleId);
  const expansions = await expansionsOf(found.rows, expand, now);
  const schedules = found.rows.map((row, index) => ({
    ...scheduleFields(row),
    itemCount: counts.get(row.id) ?? 0,
    ...(expand?.has('items')
      ? { items: (itemsOf.get(row.id) ?? []).map((item) => itemResource(item, expand)) }
      : {}),
    ...(expand?.has('lastRuns') ? { lastRuns: (runsOf.get(row.id) ?? []).map(lastRun) } : {}),
    ...expansions[index]!,
  }));
  return pageOf(schedules, found, input);
}

const lastRun = (run: ExecutionRow): LastRun => ({
  id: run.id,
  status: run.status,
  totalItems: run.totalItems,
  failedItems: run.failedItems,
  uncheckedItems: run.uncheckedItems,
  trigger: run.trigger,
  startedAt: run.startedAt.toISOString(),
});

/** @param counts number of items in each schedule, by schedule ID */
function refuseManyItems(counts: Map<number, number>): void {
  const items = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (items <= limits.itemsOfPage) return;
  const large = [...counts].find(([, count]) => count > limits.itemsOfPage);
  const remedy = large
    ? `, and schedule ${large[0]} alone has ${large[1]}: read them with GET /api/v1/schedules/${large[0]}/items`
    : ': request a smaller page';
  const message = `cannot include ${items} items of one page; at most ${limits.itemsOfPage}${remedy}`;
  refuse([{ path: '/expand', code: 'too_many_items', message }]);
}
