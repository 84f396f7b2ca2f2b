import type { KeyScope } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';

/**
 * The API keys of accounts. The key itself is not stored. A fast hash is sufficient to identify a key, because keys have
 * 256 random bits (ADR 43).
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    /** The first characters of the key, which are used to look it up. */
    prefix: text().notNull(),
    /** SHA-256 of the whole key, in hexadecimal digits. */
    hash: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    expiresAt: instant(),
    revokedAt: instant(),
    /** The time when the key was replaced by its successor. A key has at most one successor. */
    rotatedAt: instant(),
    /** Updated at most once a minute. */
    lastUsedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('api_keys_prefix').on(table.prefix),
    index('api_keys_of_account').on(table.accountId, table.createdAt, table.id),
    index('api_keys_end').on(sql`least(${table.expiresAt}, ${table.revokedAt})`),
  ],
);
