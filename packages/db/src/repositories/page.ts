import type { PageRequest, Sort } from '@shotclock/contracts';
import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';

/** Order by the asked column, ties by id in the same direction: pages neither repeat nor skip. A null counts as the greatest. */
export function pageOrder(column: AnyColumn, id: AnyColumn, direction: 'asc' | 'desc'): SQL[] {
  const order = direction === 'asc' ? asc : desc;
  return column === id ? [order(id)] : [order(column), order(id)];
}

export const pageOffset = ({ page, size }: PageRequest<string>) => page * size;

/** The part of a list that holds a page: what to skip and how many to read, in which direction. */
export type Window = { offset: number; limit: number; direction: Sort<string>['direction'] };

/** The ids on a page, as a subquery: what is skipped is read from an index alone, and only the page's own rows are fetched. */
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
 * Reads the rows of a page out of `total`, which must have been counted in the same snapshot. A page of the far half is
 * read from the list's other end, so the last one costs what the first does; one past the end costs nothing.
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
