import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** The condition that a column contains a substring, ignoring case in all alphabets. */
export function containsText(column: AnyColumn | SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`lower(${column} collate "und-x-icu") like lower(${pattern}::text collate "und-x-icu")`;
}
