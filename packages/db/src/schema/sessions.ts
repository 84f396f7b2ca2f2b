import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { apiKeys } from './api-keys.ts';
import { id, instant, reference } from './columns.ts';

/**
 * Browser sessions. A session acts like its key. The token itself is not stored. A fast hash is sufficient to identify a token,
 * because tokens have 256 random bits.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    apiKeyId: reference()
      .notNull()
      .references(() => apiKeys.id),
    /** SHA-256 of the token, in hexadecimal digits. */
    hash: text().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('sessions_hash').on(table.hash),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_of_key').on(table.apiKeyId),
  ],
);
