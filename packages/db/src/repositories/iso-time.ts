import { type SQL, sql } from 'drizzle-orm';

/** The time of a column as text in the format of `toISOString()`. */
export const isoTime = (column: string): SQL =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
