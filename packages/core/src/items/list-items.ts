import {
  type ItemListExpansion,
  type ListedItem,
  type Page,
  type PageRequest,
  pageOf,
  type ScheduleItem,
  type SortField,
} from '@shotclock/contracts';
import {
  findNewestTitles,
  findSchedule,
  type ItemFilter,
  type ItemRow,
  listItemPage,
  listItemsOfAccount,
  type Queryable,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { itemResource } from './item-resource.ts';

/** The expansions for each item in a list; none by default. */
type ExpandItems = { expand?: ReadonlySet<ItemListExpansion> };

/**
 * Lists a schedule's current or removed items. `position` is the position of an item within its schedule.
 * @throws CoreError not_found
 */
export async function listItems(
  ctx: CoreContext,
  input: { scheduleId: number } & PageRequest<SortField<'items'>> &
    Partial<ItemFilter & { removed: boolean }> &
    ExpandItems,
): Promise<Page<ScheduleItem>> {
  const { accountId } = ctx;
  const { scheduleId } = input;
  return ctx.db.snapshot(async (tx) => {
    if (!(await findSchedule(tx, { accountId, scheduleId }))) throw notFound('schedule', scheduleId);
    const found = await listItemPage(
      tx,
      { accountId, scheduleId },
      { urlContains: null, tags: null, removed: false, ...input },
    );
    const content = await listedItems(tx, ctx, found.rows, input.expand);
    return pageOf(content, found, input);
  });
}

/** Lists the items of all schedules. */
export async function listAllItems(
  ctx: CoreContext,
  input: PageRequest<SortField<'allItems'>> & Partial<ItemFilter> & ExpandItems,
): Promise<Page<ListedItem>> {
  const filter = { urlContains: null, tags: null, ...input };
  return ctx.db.snapshot(async (tx) => {
    const found = await listItemsOfAccount(tx, ctx, filter);
    const items = await listedItems(tx, ctx, found.rows, input.expand);
    const listed = found.rows.map(({ scheduleId, scheduleName }, index) => ({
      ...items[index]!,
      scheduleId,
      scheduleName,
    }));
    return pageOf(listed, found, input);
  });
}

/** The resources of the items with the requested expansions, in the same order. */
async function listedItems(
  tx: Queryable,
  { accountId }: CoreContext,
  rows: ItemRow[],
  expand: ExpandItems['expand'],
): Promise<ScheduleItem[]> {
  const itemIds = rows.map(({ id }) => id);
  const titles = expand?.has('title') ? await findNewestTitles(tx, { accountId, itemIds }) : null;
  return rows.map((row) => ({
    ...itemResource(row, expand),
    ...(titles && { title: titles.get(row.id) ?? null }),
  }));
}
