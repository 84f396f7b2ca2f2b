import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * The condition that a column contains a substring, case-insensitive in all alphabets. ICU takes twice as long as the rest of the
 * comparison, so it is only used for texts that need it. Therefore, `k` does not find the Kelvin sign.
 */
export function containsText(column: AnyColumn | SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return isAscii(text)
    ? sql`lower(${column} collate "C") like ${pattern.toLowerCase()}`
    : sql`lower(${column} collate "und-x-icu") like lower(${pattern}::text collate "und-x-icu")`;
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
