import { createDatabase } from '@shotclock/testing';
import { type Database, migrate, openDatabase } from '../src/index.ts';

/** A database of its own with the newest schema, filled by statements. */
export async function openFilledDatabase(
  fill: (run: (statement: string) => Promise<unknown>) => Promise<void>,
): Promise<{ db: Database; close(): Promise<void> }> {
  const database = await createDatabase({ migrate });
  const db = openDatabase({ url: database.url, name: 'db tests' });
  await fill((statement) => db.orm.execute(statement));
  return {
    db,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** The settings of a capture that may not be null, and values of them but for the URL. */
export const settingColumns = 'url, full_page, format, response_type, extract_html, extract_text';
export const otherSettings = `false, 'png', 'json', false, false`;

/** The totals of finished captures by day, as settling keeps them; nothing is told of a day's ten minutes. */
export const countFinished = `
  insert into activity_counts (account_id, source, day, slots, total)
  select account_id, source, (captured_at at time zone 'UTC')::date, array_fill(0, array[144]), count(*)
  from screenshots where captured_at is not null group by 1, 2, 3`;
