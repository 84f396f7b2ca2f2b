import type { CaptureSettings } from '@shotclock/contracts';
import { and, asc, count, eq, inArray, isNull, max } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { scheduleItems } from '../schema/schedules.ts';

export type ItemRow = typeof scheduleItems.$inferSelect;

/** Items of several schedules in their order. */
export async function listItems(db: Queryable, scheduleIds: number[]): Promise<ItemRow[]> {
  if (scheduleIds.length === 0) return [];
  return db
    .select()
    .from(scheduleItems)
    .where(and(inArray(scheduleItems.scheduleId, scheduleIds), isNull(scheduleItems.removedAt)))
    .orderBy(asc(scheduleItems.scheduleId), asc(scheduleItems.position));
}

export async function countItems(db: Queryable, scheduleId: number): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(scheduleItems)
    .where(and(eq(scheduleItems.scheduleId, scheduleId), isNull(scheduleItems.removedAt)));
  return row!.value;
}

/** Appends items in the given order. The schedule must be locked. */
export async function insertItems(
  tx: Queryable,
  owner: { accountId: number; scheduleId: number },
  settings: CaptureSettings[],
): Promise<ItemRow[]> {
  if (settings.length === 0) return [];
  const [last] = await tx
    .select({ position: max(scheduleItems.position) })
    .from(scheduleItems)
    .where(eq(scheduleItems.scheduleId, owner.scheduleId));
  const from = (last?.position ?? -1) + 1;
  const rows = await tx
    .insert(scheduleItems)
    .values(settings.map((one, index) => ({ ...owner, ...one, position: from + index })))
    .returning();
  return rows.sort((a, b) => a.position - b.position);
}
