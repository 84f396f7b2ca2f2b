import type { PageRecord } from '@shotclock/contracts';
import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { reference } from './columns.ts';
import { screenshots } from './screenshots.ts';

/**
 * The observations about each captured page. The table is separate, because these columns would make the rows of
 * `screenshots` several times larger and slow down lists and totals by the same factor. ADR 76.
 */
export const pageRecords = pgTable('page_records', {
  screenshotId: reference()
    .primaryKey()
    .references(() => screenshots.id, { onDelete: 'cascade' }),
  accountId: reference().notNull(),
  page: jsonb().$type<PageRecord>().notNull(),
});
