import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant, reference } from './columns.ts';

/**
 * IN_FLIGHT (holder, lease) → TOOK_EFFECT (in the transaction of the effect) → ANSWERED (the answer is stored).
 * Only an IN_FLIGHT key whose lease ran out may be taken over: nothing of its request has happened.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    key: text().notNull(),
    /** SHA-256 of method, path and body: the same key for another request is refused. */
    fingerprint: text().notNull(),
    state: text().$type<'IN_FLIGHT' | 'TOOK_EFFECT' | 'ANSWERED'>().notNull(),
    holder: uuid().notNull(),
    leaseExpiresAt: instant().notNull(),
    responseStatus: integer(),
    responseHeaders: jsonb().$type<Record<string, string>>(),
    responseBody: text(),
    /** An answer whose body is a stored object (an image) is kept by its hash. */
    responseObject: text(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_keys_expiry').on(table.expiresAt),
    index('idempotency_keys_of_object')
      .on(table.responseObject)
      .where(sql`${table.responseObject} is not null`),
  ],
);
