// The first pages of the most requested lists. One prepared statement reads both the rows and the total, so no
// transaction is needed. The statement also reads the index entries of the rows before the page, which are few on the
// first pages. Other pages and filters use snapshots.
import type { PageRequest, Sort } from '@shotclock/contracts';
import { type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';
import { pageOffset } from './page.ts';
import { preparedQuery } from './prepared-statement.ts';
import { tableColumns } from './table-columns.ts';

/** If a page is preceded by at least this many rows, a snapshot finds it faster. */
const manySkipped = 1_000;

export function isFirstPage(request: PageRequest<string>, filters: readonly unknown[]): boolean {
  return !request.cursor && pageOffset(request) < manySkipped && filters.every((one) => one == null);
}

/** Prepares one statement per order of a list. Returns a function that selects the statement for an order. */
export function forEachOrder<Field extends string, Statement>(
  fields: readonly Field[],
  prepare: (order: Sort<Field>) => Statement,
): (order: Sort<Field>) => Statement {
  const statements = new Map(
    fields.flatMap((field) =>
      (['asc', 'desc'] as const).map((direction) => [`${field} ${direction}`, prepare({ field, direction })]),
    ),
  );
  return ({ field, direction }) => statements.get(`${field} ${direction}`)!;
}

type Values = Record<string, string | number>;
type FirstPage<Row> = { rows: Row[]; total: number; facts: unknown[] };
type Selection = {
  /** The condition on the rows. */
  where: SQL;
  order: SQL[];
  /** The number of rows on all pages. */
  total: SQL;
  /** Other values, which are the same in every row. */
  facts?: SQL[];
};

/** @param name unique. @param select receives a function that returns the value with a given name */
export function firstPages<Given extends Values, Table extends PgTable & { id: PgColumn }>(
  name: string,
  table: Table,
  select: (value: (name: keyof Given & string) => SQL) => Selection,
): (
  db: Queryable,
  values: Given,
  request: PageRequest<string>,
) => Promise<FirstPage<InferSelectModel<Table>>> {
  const columns = tableColumns(table);
  let factCount = 0;
  const read = preparedQuery<Values, FirstPage<InferSelectModel<Table>>>(
    name,
    (value) => {
      const { where, order, total, facts = [] } = select(value);
      factCount = facts.length;
      const sorted = sql.join(order, sql`, `);
      const ids = sql`select ${table.id} from ${table} where ${where} order by ${sorted}
        limit ${value('limit')}::bigint offset ${value('offset')}::bigint`;
      return sql`
        select ${sql.join([total, ...facts, columns.of(sql`${table}`)], sql`, `)}
        from (select) as one left join ${table} on ${table.id} = any (array(${ids})) order by ${sorted}`;
    },
    (rows) => {
      const facts = rows[0]!.slice(0, 1 + factCount);
      const page = rows.map((row) => row.slice(facts.length)).filter(([id]) => id !== null);
      return { total: Number(facts[0]), facts: facts.slice(1), rows: page.map((row) => columns.read(row)) };
    },
  );
  return (db, values, request) => read(db, { ...values, limit: request.size, offset: pageOffset(request) });
}
