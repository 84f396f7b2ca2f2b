import type { PageRecord } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, reference } from './columns.ts';
import { object } from './objects.ts';
import { screenshots } from './screenshots.ts';

/**
 * The capture of the first look of each check that waits for its second look. It becomes the result of the capture if the
 * second look fails. The columns have the same meaning as those of `screenshots`.
 */
export const firstLooks = pgTable(
  'first_looks',
  {
    screenshotId: reference()
      .primaryKey()
      .references(() => screenshots.id, { onDelete: 'cascade' }),
    accountId: reference().notNull(),
    image: object().notNull(),
    thumbnail: object(),
    html: object(),
    text: object(),
    bytes: bigint({ mode: 'number' }).notNull(),
    description: text(),
    sentHeadersId: integer(),
    page: jsonb().$type<PageRecord>(),
    capturedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // Lets the sweep find references to an object.
    index('first_looks_of_image').on(table.image),
    index('first_looks_of_thumbnail').on(table.thumbnail).where(sql`${table.thumbnail} is not null`),
    index('first_looks_of_html').on(table.html).where(sql`${table.html} is not null`),
    index('first_looks_of_text').on(table.text).where(sql`${table.text} is not null`),
  ],
);
