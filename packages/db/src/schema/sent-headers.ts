import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core';

/**
 * Request headers that browsers sent because a capture did not set them; null for a header that it set or that was not
 * sent. Each browser version adds a few rows, which are never deleted.
 */
export const sentHeaders = pgTable(
  'sent_headers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userAgent: text(),
    acceptLanguage: text(),
  },
  (table) => [unique('sent_headers_once').on(table.userAgent, table.acceptLanguage).nullsNotDistinct()],
);
