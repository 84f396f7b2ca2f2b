import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

/** The condition that a column equals this ID. IDs are safe integers, so no other number can match. */
export const hasId = (column: AnyColumn, id: number): SQL =>
  Number.isSafeInteger(id) ? eq(column, id) : sql`false`;
