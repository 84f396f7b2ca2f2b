// Statements that run for every capture or every request. Drizzle builds their text once per process, and each Postgres
// session parses them once and plans them only a few times, because planning takes longer than execution. After the first
// call, a statement takes one round trip. ADR 37.
import { type Placeholder, type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

type Value = string | number | null;
type Build<Values> = (value: (name: keyof Values & string) => SQL) => SQL;

/** Runs the statement with these values and returns its rows. */
export type PreparedStatement<Values, Row> = (db: Queryable, values: Values) => Promise<Row[]>;

/**
 * @param name a unique name for the driver
 * @param build returns the statement, which contains `value(name)` for each value and casts it to its type
 */
export function preparedStatement<Values extends Record<string, Value>, Row extends Record<string, unknown>>(
  name: string,
  build: Build<Values>,
): PreparedStatement<Values, Row> {
  return prepare<Values, Row[]>(name, build);
}

/** Like `preparedStatement`, for statements with many columns or rows: `read` receives each row as an array of the driver's values. */
export function preparedQuery<Values extends Record<string, Value>, Result>(
  name: string,
  build: Build<Values>,
  read: (rows: unknown[][]) => Result,
): (db: Queryable, values: Values) => Promise<Result> {
  return prepare(name, build, read);
}

/** A query that Drizzle can prepare, such as a select. */
type Preparable<Row> = {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> };
};

/**
 * Like `preparedStatement`, for a query that Drizzle builds and whose rows it reads. The query is built once for the pool, and
 * once for each transaction.
 */
export function preparedSelect<Values extends Record<string, Value>, Row>(
  name: string,
  build: (db: Queryable, value: (name: keyof Values & string) => Placeholder) => Preparable<Row>,
): PreparedStatement<Values, Row> {
  const bySession = new WeakMap<object, ReturnType<Preparable<Row>['prepare']>>();
  return (db, values) => {
    const { session } = db._;
    const prepared = bySession.get(session) ?? build(db, (one) => sql.placeholder(one)).prepare(name);
    bySession.set(session, prepared);
    return prepared.execute(values);
  };
}

function prepare<Values extends Record<string, Value>, Result>(
  name: string,
  build: Build<Values>,
  read?: (rows: unknown[][]) => Result,
): (db: Queryable, values: Values) => Promise<Result> {
  let query: Query | undefined;
  return (db, values) => {
    query ??= dialect.sqlToQuery(build((one) => sql`${sql.placeholder(one)}`));
    const prepared = db._.session.prepareQuery<{ execute: Result; all: Result; values: unknown[] }>(
      query,
      undefined,
      name,
      read !== undefined,
      read,
    );
    return prepared.execute(values);
  };
}

/** The text of an array whose elements contain no commas, quotes, braces or backslashes, such as hashes and numbers. */
export const arrayText = (values: readonly (string | number)[]): string => `{${values.join()}}`;
