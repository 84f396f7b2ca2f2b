import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { hasOneOfIds } from './has-one-of.ts';

type UnusedRows = {
  /** The table with its alias. */
  from: SQL;
  /** The ID of a row, qualified with the alias. */
  id: SQL;
  /** The condition that no record refers to a row. */
  isUnused: SQL;
  /** The statement that deletes and returns the rows that meet a condition. */
  remove: (condition: SQL) => SQL;
};

/**
 * Deletes the unused rows among `ids`, except those that another transaction has locked. Call it in a transaction.
 * @returns their number
 */
export async function deleteUnused(
  tx: Queryable,
  ids: number[],
  { from, id, isUnused, remove }: UnusedRows,
): Promise<number> {
  if (ids.length === 0) return 0;
  const locked = await tx.execute<{ id: string }>(sql`
    select ${id} from ${from} where ${hasOneOfIds(id, ids)} and ${isUnused} for update skip locked`);
  if (locked.length === 0) return 0;
  const lockedIds = locked.map((row) => Number(row.id));
  // This is a separate statement, so that it sees references that were added before the lock was taken.
  const removed = await tx.execute(remove(sql`${hasOneOfIds(id, lockedIds)} and ${isUnused}`));
  return removed.length;
}
