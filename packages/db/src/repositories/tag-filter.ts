import { and, arrayOverlaps, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';
import { scheduleItems, schedules } from '../schema/schedules.ts';
import { hasOneOfIds } from './has-one-of.ts';

/** A filter by the current tags of schedules and items; null does not filter. */
export type TagFilter = {
  /** Selects everything that has one of these tags. */
  tags: readonly string[] | null;
};

type Tagged = { accountId: number; tags: readonly string[] };

/** The indexes contain only rows that have tags. */
const hasTag = (column: PgColumn, tags: readonly string[]) =>
  and(sql`${column} <> '{}'`, arrayOverlaps(column, [...tags]))!;

/** The condition that a schedule has one of the tags. */
export const isTaggedSchedule = (tags: readonly string[]): SQL => hasTag(schedules.tags, tags);

/** The IDs of schedules with one of the tags, including deleted schedules. */
const taggedSchedules = (db: Queryable, { accountId, tags }: Tagged) =>
  db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.accountId, accountId), isTaggedSchedule(tags)));

/** The IDs of items with one of the tags, and of items in such schedules, including removed items. An ID may occur twice. */
export const taggedItems = (db: Queryable, tagged: Tagged) =>
  db
    .select({ id: scheduleItems.id })
    .from(scheduleItems)
    .where(and(eq(scheduleItems.accountId, tagged.accountId), hasTag(scheduleItems.tags, tagged.tags)))
    .unionAll(
      db
        .select({ id: scheduleItems.id })
        .from(scheduleItems)
        .where(inArray(scheduleItems.scheduleId, taggedSchedules(db, tagged))),
    );

/** The condition that a record's item, or the item's schedule, has one of the tags. */
export const hasTaggedItem = (db: Queryable, itemId: PgColumn, tagged: Tagged): Promise<SQL> =>
  isOneOf(db, itemId, taggedItems(db, tagged));

/** The condition that a record's schedule has one of the tags. */
export const hasTaggedSchedule = (db: Queryable, scheduleId: PgColumn, tagged: Tagged): Promise<SQL> =>
  isOneOf(db, scheduleId, taggedSchedules(db, tagged));

/**
 * If there are few owners, their records are found through the index on owners. If there are many, the first page of the
 * list is found quickly among the newest records, so the choice is left to the planner.
 */
const fewOwners = 1_000;

async function isOneOf(
  db: Queryable,
  column: PgColumn,
  owners: ReturnType<typeof taggedItems> | ReturnType<typeof taggedSchedules>,
): Promise<SQL> {
  const found = await db.execute<{ id: string }>(
    sql`select id from (${owners}) as owners limit ${fewOwners + 1}`,
  );
  if (found.length > fewOwners) return inArray(column, sql`(${owners})`);
  return hasOneOfIds(
    column,
    found.map(({ id }) => Number(id)),
  );
}
