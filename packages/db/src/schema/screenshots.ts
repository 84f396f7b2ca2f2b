import type { FailureCode, ScreenshotSource, ScreenshotStatus } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { captureSettingColumns } from './capture-setting-columns.ts';
import { id, instant, reference } from './columns.ts';
import { scheduleExecutions } from './executions.ts';
import { scheduleItems } from './schedules.ts';

/**
 * What was stored, by content: an unchanged page costs no new bytes.
 * (none) → suspect (suspect_since), before it is put → kept (null) → suspect again, when a screenshot is deleted
 * → sweeping (sweeping_since) → (none). ADR 14.
 */
export const objects = pgTable(
  'objects',
  {
    sha256: text().primaryKey(),
    size: bigint({ mode: 'number' }).notNull(),
    contentType: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** Since when nothing may refer to it; null once something was seen to. */
    suspectSince: instant().defaultNow(),
    /** Since when the sweeper deletes it from the store. */
    sweepingSince: instant(),
  },
  (table) => [index('objects_suspect').on(table.suspectSince).where(sql`${table.suspectSince} is not null`)],
);

export const object = () => text().references(() => objects.sha256);

/**
 * PENDING (enqueued_at null) → PENDING (enqueued_at set: released to the queue) → PROCESSING (attempt_token, lease)
 * → SUCCESS | FAILED. A lost lease, a retryable failure and a worker that shuts down lead back to PENDING.
 */
export const screenshots = pgTable(
  'screenshots',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    executionId: reference().references(() => scheduleExecutions.id),
    itemId: reference().references(() => scheduleItems.id),
    source: text().$type<ScreenshotSource>().notNull(),
    ...captureSettingColumns(),
    status: text().$type<ScreenshotStatus>().notNull(),
    /** Claims so far: it names the queue's job, so that a new claim is a new job. */
    attempt: integer().notNull().default(0),
    /** Attempts that may still fail or get lost; being handed back by a worker that shuts down costs none. */
    attemptsLeft: smallint().notNull(),
    /** The fence: only the holder of the current token can settle. */
    attemptToken: uuid(),
    leaseExpiresAt: instant(),
    /** Not to be released before. */
    releaseAt: instant().notNull().defaultNow(),
    enqueuedAt: instant(),
    startedAt: instant(),
    /** The moment the capture finished, well or not. */
    capturedAt: instant(),
    processingTimeMs: integer(),
    image: object(),
    thumbnail: object(),
    html: object(),
    text: object(),
    description: text(),
    failureCode: text().$type<FailureCode>(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('screenshots_once').on(table.executionId, table.itemId),
    index('screenshots_of_account').on(table.accountId, table.createdAt, table.id),
    // URLs may be longer than what an index holds.
    index('screenshots_of_url').on(table.accountId, sql`md5(${table.url})`, table.createdAt, table.id),
    // Few in number: what waits, what goes on and what failed is listed without reading what succeeded.
    index('screenshots_unsuccessful')
      .on(table.accountId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'SUCCESS'`),
    index('screenshots_to_release')
      .on(table.releaseAt)
      .where(sql`${table.status} = 'PENDING' and ${table.enqueuedAt} is null`),
    // Whose turn it is, found without reading what waits behind.
    index('screenshots_turns')
      .on(table.source, table.accountId, sql`coalesce(${table.executionId}, 0)`, table.releaseAt, table.id)
      .where(sql`${table.status} = 'PENDING' and ${table.enqueuedAt} is null`),
    index('screenshots_released')
      .on(table.enqueuedAt)
      .where(sql`${table.status} = 'PENDING' and ${table.enqueuedAt} is not null`),
    index('screenshots_leased').on(table.leaseExpiresAt).where(sql`${table.status} = 'PROCESSING'`),
    // Retention looks for the oldest captures of an item.
    index('screenshots_of_item')
      .on(table.itemId, table.capturedAt)
      .where(sql`${table.itemId} is not null and ${table.capturedAt} is not null`),
    index('screenshots_activity')
      .on(table.accountId, table.capturedAt, table.id)
      .where(sql`${table.capturedAt} is not null`),
    index('screenshots_activity_of_source')
      .on(table.accountId, table.source, table.capturedAt, table.id)
      .where(sql`${table.capturedAt} is not null`),
    // Whether anything refers to an object.
    index('screenshots_of_image').on(table.image).where(sql`${table.image} is not null`),
    index('screenshots_of_thumbnail').on(table.thumbnail).where(sql`${table.thumbnail} is not null`),
    index('screenshots_of_html').on(table.html).where(sql`${table.html} is not null`),
    index('screenshots_of_text').on(table.text).where(sql`${table.text} is not null`),
  ],
);
