import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';
import { screenshots } from './screenshots.ts';

/**
 * The public links to images. The token itself is not stored. A fast hash is sufficient to identify a token, because tokens have
 * 256 random bits (ADR 45).
 */
export const shares = pgTable(
  'shares',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    screenshotId: reference()
      .notNull()
      .references(() => screenshots.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, in hexadecimal digits. */
    tokenHash: text().notNull(),
    expiresAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('shares_token').on(table.tokenHash),
    // Also lets the deletion of a screenshot find its shares.
    index('shares_of_screenshot').on(table.screenshotId, table.createdAt, table.id),
  ],
);
