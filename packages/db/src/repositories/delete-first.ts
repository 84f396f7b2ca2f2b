import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';
import { isSelected } from './has-one-of.ts';
import { hiddenLimit } from './hidden-limit.ts';

/**
 * Deletes the first matching rows, except those that another transaction has locked, and returns their number. Reads only these rows.
 * @param options.key the expression that identifies a row: its ID or `ctid`
 * @param options.order the order of an index that can find the matching rows
 * @param options.limit maximum number of rows
 */
export async function deleteFirst(
  db: Queryable,
  table: PgTable,
  { key, where, order, limit }: { key: AnyColumn | SQL; where: SQL; order: SQL; limit: number },
): Promise<number> {
  const first = sql`select ${key} from ${table} where ${where} order by ${order} ${hiddenLimit(limit)} for update skip locked`;
  const rows = await db.execute(
    sql`delete from ${table} where ${isSelected(key, first)} returning true as deleted`,
  );
  return rows.length;
}
