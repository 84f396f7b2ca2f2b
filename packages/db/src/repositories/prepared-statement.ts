// Statements that run for every capture. Drizzle builds their text once per process, and each session of Postgres parses them once and
// plans them a few times: planning them takes longer than running them. After the first time, a statement is one round trip. ADR 37.
import { type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

type Value = string | number | null;

/** Runs the statement with these values and returns its rows. */
export type PreparedStatement<Values, Row> = (db: Queryable, values: Values) => Promise<Row[]>;

/**
 * @param name for the driver; unique
 * @param build returns the statement, with `value(name)` for each value. The statement casts each value to its type
 */
export function preparedStatement<Values extends Record<string, Value>, Row extends Record<string, unknown>>(
  name: string,
  build: (value: (name: keyof Values & string) => SQL) => SQL,
): PreparedStatement<Values, Row> {
  let query: Query | undefined;
  return (db, values) => {
    query ??= dialect.sqlToQuery(build((one) => sql`${sql.placeholder(one)}`));
    const prepared = db._.session.prepareQuery<{ execute: Row[]; all: Row[]; values: unknown[] }>(
      query,
      undefined,
      name,
      false,
    );
    return prepared.execute(values);
  };
}

/** The text of an array of texts that contain no commas, quotes, braces or backslashes, such as hashes and numbers. */
export const arrayText = (values: readonly (string | number)[]): string => `{${values.join()}}`;
