// Conditions that make a statement search an index for values, regardless of planner statistics (ADR 32). The planner
// expects ten values in an array from a subquery, even if the parameter values are known, so the generic plan does not
// look more expensive than a plan for short arrays (ADR 37). For a list of values or a join, the planner might read the
// whole table.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { arrayText } from './prepared-statement.ts';

/** The condition that a column equals one of the values that a select returns. */
export const isSelected = (column: AnyColumn | SQL, values: SQL): SQL =>
  sql`${column} = any(array(${values}))`;

/**
 * The condition that a column equals one of the values in an array.
 * @param array an expression with a type, such as `$1::text[]`
 */
export const isElement = (column: AnyColumn | SQL, array: SQL): SQL =>
  isSelected(column, sql`select unnest(${array})`);

/** The condition that a column equals one of the IDs. They are safe integers, so no other number can match. */
export const hasOneOfIds = (column: AnyColumn | SQL, ids: number[]): SQL =>
  isElement(column, sql`${arrayText(ids.filter(Number.isSafeInteger))}::bigint[]`);

/** The condition that a column equals one of the hashes. */
export const hasOneOfHashes = (column: AnyColumn | SQL, hashes: string[]): SQL =>
  isElement(column, sql`${arrayText(hashes)}::text[]`);
