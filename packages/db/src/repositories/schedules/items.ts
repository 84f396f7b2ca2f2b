import type { CaptureSettings, PageRequest, SortField } from '@shotclock/contracts';
import { and, asc, count, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { containsText } from '../contains-text.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { isAfter, pageOrder, readPage } from '../page.ts';
import { type TagFilter, taggedItems } from '../tag-filter.ts';
import { urlConditions } from '../urls/url-filter.ts';
import { bytesOfItem } from './item-sizes.ts';

export type ItemRow = typeof scheduleItems.$inferSelect;

type ScheduleKey = { accountId: number; scheduleId: number };
type ItemKey = ScheduleKey & { itemId: number };
/** The fields of an item that requests can change. */
type ItemValues = { settings: CaptureSettings } & Pick<ItemRow, 'explicit' | 'comparison' | 'tags'>;

const visible = (accountId: number) =>
  and(eq(scheduleItems.accountId, accountId), isNull(scheduleItems.removedAt));
export const ofSchedule = ({ accountId, scheduleId }: ScheduleKey) =>
  and(eq(scheduleItems.scheduleId, scheduleId), visible(accountId));
const removedOf = ({ accountId, scheduleId }: ScheduleKey) =>
  and(
    eq(scheduleItems.scheduleId, scheduleId),
    eq(scheduleItems.accountId, accountId),
    isNotNull(scheduleItems.removedAt),
  );
const ofItem = (key: ItemKey) => and(eq(scheduleItems.id, key.itemId), ofSchedule(key));

/** The items of several schedules, in position order. */
export async function listItems(
  db: Queryable,
  { accountId, scheduleIds }: { accountId: number; scheduleIds: number[] },
): Promise<ItemRow[]> {
  if (scheduleIds.length === 0) return [];
  return db
    .select()
    .from(scheduleItems)
    .where(and(inArray(scheduleItems.scheduleId, scheduleIds), visible(accountId)))
    .orderBy(asc(scheduleItems.scheduleId), asc(scheduleItems.position));
}

export async function countItems(db: Queryable, key: ScheduleKey): Promise<number> {
  const [row] = await db.select({ value: count() }).from(scheduleItems).where(ofSchedule(key));
  return row!.value;
}

/** The number of items in each of several schedules, by schedule ID. Schedules without items are omitted. */
export async function countItemsOfEach(
  db: Queryable,
  { accountId, scheduleIds }: { accountId: number; scheduleIds: number[] },
): Promise<Map<number, number>> {
  return countBySchedule(db, scheduleIds, visible(accountId));
}

/** Like `countItemsOfEach`, but for schedules of any account. */
export async function countItemsOfAny(db: Queryable, scheduleIds: number[]): Promise<Map<number, number>> {
  return countBySchedule(db, scheduleIds, isNull(scheduleItems.removedAt));
}

async function countBySchedule(db: Queryable, scheduleIds: number[], counted: SQL | undefined) {
  const rows = await db
    .select({ id: scheduleItems.scheduleId, value: count() })
    .from(scheduleItems)
    .where(and(inArray(scheduleItems.scheduleId, scheduleIds), counted))
    .groupBy(scheduleItems.scheduleId);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** The filter for a list of items; null fields do not filter. */
export type ItemFilter = {
  /** A substring of the URL, case-insensitive. */
  urlContains: string | null;
} & TagFilter;

/** @param request.removed whether to list removed items instead of current ones */
export async function listItemPage(
  db: Queryable,
  key: ScheduleKey,
  request: PageRequest<SortField<'items'>> & ItemFilter & { removed: boolean },
) {
  const { field } = request.sort;
  const { id } = scheduleItems;
  const column = scheduleItems[field];
  const scope = request.removed ? removedOf(key) : ofSchedule(key);
  const { urlContains } = request;
  const filter = and(
    // A schedule has few items, so they are compared one by one.
    ...(urlContains === null ? [] : [containsText(scheduleItems.url, urlContains)]),
    ...tagConditions(db, key, request),
  );
  let found: Found;
  return readPage(request, {
    count: async () => {
      [found] = await db.select(foundColumns(request)).from(scheduleItems).where(and(scope, filter));
      return found!.total;
    },
    read: (window) =>
      db
        .select()
        .from(scheduleItems)
        .where(and(scope, isFound(found) ?? filter, isAfter(column, id, window)))
        .orderBy(...pageOrder(column, id, window.direction))
        .limit(window.limit)
        .offset(window.offset),
    sortValue: (row) => row[field],
  });
}

/** A page of all schedules' items, with the names of their schedules. */
export async function listItemsOfAccount(
  db: Queryable,
  { accountId }: { accountId: number },
  request: PageRequest<SortField<'allItems'>> & ItemFilter,
) {
  const { field } = request.sort;
  const { id, scheduleId } = scheduleItems;
  const column = scheduleItems[field];
  const isOfSchedule = and(
    eq(schedules.id, scheduleId),
    eq(schedules.accountId, accountId),
    isNull(schedules.deletedAt),
  );
  const scope = visible(accountId);
  const { urlContains } = request;
  const filter = and(
    ...(await urlConditions(db, 'scheduleItems', { accountId, url: null, urlContains })),
    ...tagConditions(db, { accountId }, request),
  );
  let found: Found;
  return readPage(request, {
    count: async () => {
      const items = db.select(foundColumns(request)).from(scheduleItems);
      [found] = await items.innerJoin(schedules, isOfSchedule).where(and(scope, filter));
      return found!.total;
    },
    read: (window) =>
      db
        .select({ ...getTableColumns(scheduleItems), scheduleName: schedules.name })
        .from(scheduleItems)
        .innerJoin(schedules, isOfSchedule)
        .where(and(scope, isFound(found) ?? filter, isAfter(column, id, window)))
        .orderBy(...pageOrder(column, id, window.direction))
        .limit(window.limit)
        .offset(window.offset),
    sortValue: (row) => row[field],
  });
}

/** The items that match a filter: their number and, if there are few, their IDs. */
type Found = { total: number; ids: number[] | null } | undefined;
const maxFoundIds = 1_000;

/** A search by URL compares all items, so the IDs that it finds for the total are also used for the page. */
const foundColumns = ({ urlContains }: ItemFilter) => ({
  total: count(),
  ids:
    urlContains === null
      ? sql<null>`null`
      : sql<
          number[] | null
        >`case when count(*) <= ${maxFoundIds} then coalesce(json_agg(${scheduleItems.id}), '[]') end`,
});

const isFound = (found: Found): SQL | undefined =>
  found?.ids ? hasOneOfIds(scheduleItems.id, found.ids) : undefined;

const tagConditions = (db: Queryable, { accountId }: { accountId: number }, { tags }: ItemFilter): SQL[] =>
  tags === null ? [] : [inArray(scheduleItems.id, taggedItems(db, { accountId, tags }))];

export async function findItem(db: Queryable, key: ItemKey): Promise<ItemRow | undefined> {
  const [row] = await db.select().from(scheduleItems).where(ofItem(key));
  return row;
}

/** The schedule of an item; null if the item was removed. */
export async function findScheduleOfItem(
  db: Queryable,
  { accountId, itemId }: { accountId: number; itemId: number },
): Promise<number | null> {
  const [row] = await db
    .select({ scheduleId: scheduleItems.scheduleId })
    .from(scheduleItems)
    .where(and(eq(scheduleItems.id, itemId), visible(accountId)));
  return row?.scheduleId ?? null;
}

/** Whether the account has a row for the item, even if the item was removed or its schedule was deleted. */
export async function hasHadItem(
  db: Queryable,
  key: { accountId: number; scheduleId: number; itemId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: scheduleItems.id })
    .from(scheduleItems)
    .where(
      and(
        eq(scheduleItems.id, key.itemId),
        eq(scheduleItems.scheduleId, key.scheduleId),
        eq(scheduleItems.accountId, key.accountId),
      ),
    );
  return rows.length > 0;
}

/**
 * Changes an item for future runs. Existing captures and checks have their own copies of the settings and the comparison.
 * The schedule must be locked.
 */
export async function updateItem(
  tx: Queryable,
  key: ItemKey,
  { settings, explicit, comparison, tags }: ItemValues,
): Promise<ItemRow> {
  const bytes = bytesOfItem(settings, { comparison, tags });
  const [row] = await tx
    .update(scheduleItems)
    .set({ ...settings, explicit, comparison, tags, bytes, updatedAt: sql`now()` })
    .where(ofItem(key))
    .returning();
  return row!;
}

/** Removes an item from future runs. The schedule must be locked. */
export async function removeItem(tx: Queryable, key: ItemKey): Promise<void> {
  await tx.update(scheduleItems).set({ removedAt: sql`now()`, updatedAt: sql`now()` }).where(ofItem(key));
}

/**
 * Includes a removed item in future runs again, with its settings and its position. The schedule must be locked.
 * @returns undefined if the schedule has no such removed item
 */
export async function restoreItem(tx: Queryable, key: ItemKey): Promise<ItemRow | undefined> {
  const [row] = await tx
    .update(scheduleItems)
    .set({ removedAt: null, updatedAt: sql`now()` })
    .where(and(eq(scheduleItems.id, key.itemId), removedOf(key)))
    .returning();
  return row;
}
