import { createDatabase } from '@shotclock/testing';
import { type Database, migrate, openDatabase, type Queryable } from '../src/index.ts';

/** Creates a database with the newest schema and runs statements that fill it. */
export async function openFilledDatabase(
  fill: (run: (statement: string) => Promise<unknown>, orm: Queryable) => Promise<void>,
): Promise<{ db: Database; close(): Promise<void> }> {
  const database = await createDatabase({ migrate });
  const db = openDatabase({ url: database.url, name: 'db tests' });
  await fill((statement) => db.orm.execute(statement), db.orm);
  return {
    db,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** The non-null settings columns, and values for all of them except the URL. */
export const settingColumns = 'url, full_page, format, response_type, extract_html, extract_text';
export const otherSettings = `false, 'png', 'json', false, false`;

/** Inserts daily totals of finished captures, as settlements do. The ten-minute counts are 0. */
export const countFinished = `
  insert into counts (account_id, counter, day, slots, total)
  select account_id, case source when 'MANUAL_SCREENSHOT' then 1 else 2 end, (captured_at at time zone 'UTC')::date,
    array_fill(0, array[144]), count(*)
  from screenshots where captured_at is not null group by 1, 2, 3`;
