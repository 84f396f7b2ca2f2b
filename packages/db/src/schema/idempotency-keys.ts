import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant, reference } from './columns.ts';

/**
 * IN_FLIGHT (holder, lease) → TOOK_EFFECT (in the transaction of the effect) → ANSWERED (the response is stored). Another
 * request may take over a key only while the key is IN_FLIGHT and its lease has expired, because the first request then
 * had no effect.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    key: text().notNull(),
    /** SHA-256 of method, path and body. A request with the same key and a different fingerprint is rejected. */
    fingerprint: text().notNull(),
    state: text().$type<'IN_FLIGHT' | 'TOOK_EFFECT' | 'ANSWERED'>().notNull(),
    holder: uuid().notNull(),
    leaseExpiresAt: instant().notNull(),
    responseStatus: integer(),
    responseHeaders: jsonb().$type<Record<string, string>>(),
    responseBody: text(),
    /** SHA-256 of the stored object that is the response body, for an image or a large text body. */
    responseObject: text(),
    /** Size of the text of the response, whether it is stored here or as an object. 0 for other responses. */
    responseBytes: integer().notNull().default(0),
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
