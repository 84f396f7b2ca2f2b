import type { Cursor, PageRequest, Position, Sort } from '@shotclock/contracts';
import { type AnyColumn, and, asc, desc, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';

/**
 * Sorts by the column and, for equal values, by ID in the same direction, so that pages neither repeat nor skip rows.
 * Nulls sort after all other values.
 */
export function pageOrder(column: AnyColumn | SQL, id: AnyColumn, direction: 'asc' | 'desc'): SQL[] {
  const order = direction === 'asc' ? asc : desc;
  return column === id ? [order(id)] : [order(column), order(id)];
}

export const pageOffset = ({ page, size }: PageRequest<string>) => page * size;

/** Which rows of a list to read: after a position or a number of rows, with a limit and a direction. */
export type Window = {
  after: Position | null;
  offset: number;
  limit: number;
  direction: Sort<string>['direction'];
};

/** The condition that rows come after a position in the order of `pageOrder`. `column` must not be null in any row. */
export function isAfter(
  column: AnyColumn,
  id: AnyColumn,
  { after, direction }: Pick<Window, 'after' | 'direction'>,
): SQL | undefined {
  if (!after) return undefined;
  if (column === id) return direction === 'asc' ? gt(id, after.id) : lt(id, after.id);
  const type = sql.raw(typeof after.value === 'number' ? 'bigint' : 'timestamptz');
  const order = sql.raw(direction === 'asc' ? '>' : '<');
  return sql`(${column}, ${id}) ${order} (${after.value}::${type}, ${after.id}::bigint)`;
}

/**
 * A subquery for the IDs on a page. Skipped rows are read only from an index, so only the rows of the page are fetched.
 */
export function idsOfPage(
  db: Queryable,
  { id, column, where }: { id: PgColumn; column: PgColumn; where: SQL | undefined },
  window: Window,
) {
  return db
    .select({ id })
    .from(id.table)
    .where(and(where, isAfter(column, id, window)))
    .orderBy(...pageOrder(column, id, window.direction))
    .limit(window.limit)
    .offset(window.offset);
}

/** A list in the order of a request. All statements must run in one snapshot. */
export type List<Row> = {
  /** The number of rows. */
  count: () => Promise<number>;
  read: (window: Window) => Promise<Row[]>;
  /** The value that determines the order of the rows. */
  sortValue: (row: Row) => Date | string | number | null;
};

/**
 * The rows of a page, the total number of rows and, with a cursor, the position of the last row, which is null on the
 * last page.
 */
export type PageRows<Row> = { rows: Row[]; total: number; next?: Position | null };

/**
 * Reads the rows of a page. A page in the second half of the list is read from the end, so the last page is as fast as
 * the first. A page past the end does not need a statement. A page that starts at a cursor is as fast as the first, and
 * the list is not counted.
 */
export async function readPage<Row extends { id: number }>(
  request: PageRequest<string>,
  list: List<Row>,
): Promise<PageRows<Row>> {
  const { direction } = request.sort;
  if (request.cursor) return readAfter(request, request.cursor, list);
  const total = await list.count();
  const offset = pageOffset(request);
  const limit = Math.min(request.size, total - offset);
  const after = null;
  if (limit <= 0) return { rows: [], total };
  if (offset <= total / 2) return { rows: await list.read({ after, offset, limit, direction }), total };
  const reversed = await list.read({
    after,
    offset: total - offset - limit,
    limit,
    direction: direction === 'asc' ? 'desc' : 'asc',
  });
  return { rows: reversed.reverse(), total };
}

/** A page of the table rows that `where` selects, ordered by the column that the request specifies. `db` must be a transaction of `Database.snapshot`. */
export function readRows<
  Table extends PgTable & Record<Field | 'id', PgColumn>,
  Field extends string & keyof Table['$inferSelect'],
>(
  db: Queryable,
  table: Table,
  where: SQL | undefined,
  request: PageRequest<Field>,
): Promise<PageRows<Table['$inferSelect'] & { id: number }>> {
  const column = table[request.sort.field];
  const { id } = table;
  return readPage<Table['$inferSelect'] & { id: number }>(request, {
    count: () => db.$count(table, where),
    read: (window) =>
      db
        .select()
        .from(table as PgTable)
        .where(and(where, isAfter(column, id, window)))
        .orderBy(...pageOrder(column, id, window.direction))
        .limit(window.limit)
        .offset(window.offset) as unknown as Promise<(Table['$inferSelect'] & { id: number })[]>,
    sortValue: (row) => row[request.sort.field] as Date | string | number | null,
  });
}

async function readAfter<Row extends { id: number }>(
  { size, sort: { direction } }: PageRequest<string>,
  { after, total }: Cursor,
  { count, read, sortValue }: List<Row>,
): Promise<PageRows<Row>> {
  const found = await read({ after, offset: 0, limit: size + 1, direction });
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const isLastPage = found.length <= size;
  return {
    rows,
    total: after ? total : await count(),
    next: isLastPage || !last ? null : { value: positionValue(sortValue(last)), id: last.id },
  };
}

function positionValue(value: Date | string | number | null): string | number {
  if (value === null)
    throw new TypeError('a list that is read with a cursor must be sorted by a value that is never null');
  return value instanceof Date ? value.toISOString() : value;
}
