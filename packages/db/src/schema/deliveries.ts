import type { AlertContent, CancelReason, DeliveryStatus, Rectangle } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';

/**
 * The messages to destinations. HELD → DIGESTED | PENDING | CANCELLED. PENDING (waiting, or held by a sender with
 * `lease_token`) → DELIVERED | FAILED | CANCELLED; a request for another delivery returns the row to PENDING. Rules and destinations are not foreign keys,
 * because the log outlives them. ADR 85.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    alertRuleId: reference().notNull(),
    destinationId: reference().notNull(),
    executionId: reference(),
    contentCheckId: reference(),
    /** The fact about a schedule or a destination. */
    factId: reference(),
    /** The due time of a digest. */
    digestAt: instant(),
    /** The digest that contains a DIGESTED message. */
    digestId: reference(),
    cancelReason: text().$type<CancelReason>(),
    content: jsonb().$type<AlertContent>().notNull(),
    status: text().$type<DeliveryStatus>().notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    attemptsLeft: smallint().notNull(),
    nextAttemptAt: instant().notNull().defaultNow(),
    /** The fencing token: only the sender that holds it can record the result of its attempt. */
    leaseToken: uuid(),
    leaseExpiresAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    completedAt: instant(),
  },
  (table) => [
    // A match that is repeated adds no second message.
    uniqueIndex('deliveries_of_run')
      .on(table.alertRuleId, table.destinationId, table.executionId)
      .where(sql`${table.executionId} is not null`),
    uniqueIndex('deliveries_of_check')
      .on(table.alertRuleId, table.destinationId, table.contentCheckId)
      .where(sql`${table.contentCheckId} is not null`),
    uniqueIndex('deliveries_of_fact')
      .on(table.alertRuleId, table.destinationId, table.factId)
      .where(sql`${table.factId} is not null`),
    uniqueIndex('deliveries_of_digest')
      .on(table.alertRuleId, table.destinationId, table.digestAt)
      .where(sql`${table.digestAt} is not null`),
    // For digests and their pictures.
    index('deliveries_of_digest_id').on(table.digestId).where(sql`${table.digestId} is not null`),
    index('deliveries_held')
      .on(table.alertRuleId, table.destinationId, table.id)
      .where(sql`${table.status} = 'HELD'`),
    // For the senders, destination by destination. Contains only pending deliveries, so it stays small.
    index('deliveries_pending')
      .on(table.destinationId, table.nextAttemptAt, table.id)
      .where(sql`${table.status} = 'PENDING'`),
    index('deliveries_of_account').on(table.accountId, table.createdAt, table.id),
    index('deliveries_undelivered')
      .on(table.accountId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'DELIVERED'`),
    index('deliveries_of_destination').on(table.destinationId, table.createdAt, table.id),
    // For retention.
    index('deliveries_by_time').on(table.createdAt),
  ],
);

export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    id: id(),
    accountId: reference().notNull(),
    deliveryId: reference()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    durationMs: integer().notNull(),
    status: smallint(),
    error: text(),
    /** The beginning of the response. */
    response: text(),
  },
  (table) => [index('delivery_attempts_of_delivery').on(table.deliveryId, table.id)],
);

/**
 * The images that a message shows. Until the delivery ends, they are not swept, even if their screenshots are deleted.
 * The object is not a foreign key, because rows of ended deliveries must not keep objects. ADR 85.
 */
export const deliveryPictures = pgTable(
  'delivery_pictures',
  {
    deliveryId: reference()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    screenshotId: reference().notNull(),
    /** SHA-256 of the screenshot's image. */
    object: text().notNull(),
    /** The area that changed; null if there is no change or its area is unknown. */
    area: jsonb().$type<Rectangle>(),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.screenshotId] }),
    // Lets the sweep find references to an object.
    index('delivery_pictures_of_object').on(table.object),
  ],
);
