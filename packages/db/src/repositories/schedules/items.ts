import type { CaptureSettings, PageRequest, SortField } from '@shotclock/contracts';
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { isAfter, pageOrder, readPage } from '../page.ts';

export type ItemRow = typeof scheduleItems.$inferSelect;

const ofSchedule = (scheduleId: number) =>
  and(eq(scheduleItems.scheduleId, scheduleId), isNull(scheduleItems.removedAt));

/** The items of several schedules, in the order of their positions. */
export async function listItems(db: Queryable, scheduleIds: number[]): Promise<ItemRow[]> {
  if (scheduleIds.length === 0) return [];
  return db
    .select()
    .from(scheduleItems)
    .where(and(inArray(scheduleItems.scheduleId, scheduleIds), isNull(scheduleItems.removedAt)))
    .orderBy(asc(scheduleItems.scheduleId), asc(scheduleItems.position));
}

export async function countItems(db: Queryable, scheduleId: number): Promise<number> {
  const [row] = await db.select({ value: count() }).from(scheduleItems).where(ofSchedule(scheduleId));
  return row!.value;
}

/** The number of items of several schedules, by schedule ID. Schedules without items are missing. */
export async function countItemsOfEach(db: Queryable, scheduleIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: scheduleItems.scheduleId, value: count() })
    .from(scheduleItems)
    .where(and(inArray(scheduleItems.scheduleId, scheduleIds), isNull(scheduleItems.removedAt)))
    .groupBy(scheduleItems.scheduleId);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

export async function listItemPage(
  db: Queryable,
  scheduleId: number,
  request: PageRequest<SortField<'items'>>,
) {
  const { field } = request.sort;
  const { id } = scheduleItems;
  const column = scheduleItems[field];
  return readPage(request, {
    count: () => countItems(db, scheduleId),
    read: (window) =>
      db
        .select()
        .from(scheduleItems)
        .where(and(ofSchedule(scheduleId), isAfter(column, id, window)))
        .orderBy(...pageOrder(column, id, window.direction))
        .limit(window.limit)
        .offset(window.offset),
    sortValue: (row) => row[field],
  });
}

export async function findItem(
  db: Queryable,
  key: { scheduleId: number; itemId: number },
): Promise<ItemRow | undefined> {
  const [row] = await db
    .select()
    .from(scheduleItems)
    .where(and(eq(scheduleItems.id, key.itemId), ofSchedule(key.scheduleId)));
  return row;
}

/** Changes an item for future runs. Existing captures have copies of the settings. The schedule must be locked. */
export async function updateItem(tx: Queryable, itemId: number, settings: CaptureSettings): Promise<ItemRow> {
  const [row] = await tx
    .update(scheduleItems)
    .set({ ...settings, updatedAt: sql`now()` })
    .where(eq(scheduleItems.id, itemId))
    .returning();
  return row!;
}

/** Removes an item from future runs. The schedule must be locked. */
export async function removeItem(tx: Queryable, itemId: number): Promise<void> {
  await tx
    .update(scheduleItems)
    .set({ removedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(scheduleItems.id, itemId));
}
