import type { PageRequest, Sort } from '@shotclock/contracts';
import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';

/** Orders by the column and, among equal values, by ID in the same direction, so that pages neither repeat nor skip rows. Nulls sort as the greatest value. */
export function pageOrder(column: AnyColumn | SQL, id: AnyColumn, direction: 'asc' | 'desc'): SQL[] {
  const order = direction === 'asc' ? asc : desc;
  return column === id ? [order(id)] : [order(column), order(id)];
}

export const pageOffset = ({ page, size }: PageRequest<string>) => page * size;

/** Which rows of a list to read: the number to skip, the number to read and the direction. */
export type Window = { offset: number; limit: number; direction: Sort<string>['direction'] };

/** A subquery for the IDs on a page. Skipped rows are read from an index only, so that just the rows of the page are fetched. */
export function idsOfPage(
  db: Queryable,
  { id, column, where }: { id: PgColumn; column: PgColumn; where: SQL | undefined },
  { offset, limit, direction }: Window,
) {
  return db
    .select({ id })
    .from(id.table)
    .where(where)
    .orderBy(...pageOrder(column, id, direction))
    .limit(limit)
    .offset(offset);
}

/**
 * Reads the rows of a page. `total` is the number of rows, counted in the same snapshot. A page in the second half of the list
 * is read from the end, so the last page is as fast as the first. A page past the end needs no statement.
 */
export async function readPage<Row>(
  request: PageRequest<string>,
  total: number,
  read: (window: Window) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const { direction } = request.sort;
  const offset = pageOffset(request);
  const limit = Math.min(request.size, total - offset);
  if (limit <= 0) return { rows: [], total };
  if (offset <= total / 2) return { rows: await read({ offset, limit, direction }), total };
  const reversed = await read({
    offset: total - offset - limit,
    limit,
    direction: direction === 'asc' ? 'desc' : 'asc',
  });
  return { rows: reversed.reverse(), total };
}
