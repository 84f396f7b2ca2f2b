import type { FailureCode, ScreenshotSource, ScreenshotStatus } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { captureSettingColumns } from './capture-setting-columns.ts';
import { id, instant, reference } from './columns.ts';
import { scheduleExecutions } from './executions.ts';
import { object } from './objects.ts';
import { scheduleItems } from './schedules.ts';

/**
 * PENDING (enqueued_at null) → PENDING (enqueued_at set: released to the queue) → PROCESSING (attempt_token, lease)
 * → SUCCESS | FAILED. An expired lease, a retryable failure and a worker that shuts down return the capture to PENDING.
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
    /** ID of the request that started the capture, for log lines; null for a scheduled run. */
    requestId: text(),
    ...captureSettingColumns(),
    status: text().$type<ScreenshotStatus>().notNull(),
    /** Number of claims. It is part of the job's ID, so that each claim has a job of its own. */
    attempt: integer().notNull().default(0),
    /** Number of attempts left. A requeue by a worker that shuts down does not use up an attempt. */
    attemptsLeft: smallint().notNull(),
    /** Number of attempts during which the worker crashed or was lost. After the first one, the capture runs alone. ADR 28. */
    lostWorkers: smallint().notNull().default(0),
    /** The fencing token: only the worker that holds the current token can settle the capture. */
    attemptToken: uuid(),
    leaseExpiresAt: instant(),
    /** Earliest time of the release. */
    releaseAt: instant().notNull().defaultNow(),
    enqueuedAt: instant(),
    startedAt: instant(),
    /** When the capture finished, successfully or not. */
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
    // An index entry cannot hold a long URL, so the index contains its hash.
    index('screenshots_of_url').on(table.accountId, sql`md5(${table.url})`, table.createdAt, table.id),
    // A small index for lists of pending, active and failed captures, which are few.
    index('screenshots_unsuccessful')
      .on(table.accountId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'SUCCESS'`),
    index('screenshots_to_release')
      .on(table.releaseAt)
      .where(sql`${table.status} = 'PENDING' and ${table.enqueuedAt} is null`),
    // For the fair order, which must find the next capture without reading the others that wait. The expressions, which
    // `waiting-index.ts` repeats, are null for all other captures. A migration turns their statistics off. ADR 32.
    index('screenshots_turns')
      .on(
        sql`(case when ${table.status} = 'PENDING' and ${table.enqueuedAt} is null then ${table.source} end)`,
        sql`(case when ${table.status} = 'PENDING' and ${table.enqueuedAt} is null then ${table.accountId} end)`,
        sql`coalesce(${table.executionId}, 0)`,
        table.releaseAt,
        table.id,
      )
      .where(
        sql`(case when ${table.status} = 'PENDING' and ${table.enqueuedAt} is null then ${table.source} end) is not null`,
      ),
    index('screenshots_released')
      .on(table.enqueuedAt)
      .where(sql`${table.status} = 'PENDING' and ${table.enqueuedAt} is not null`),
    index('screenshots_leased').on(table.leaseExpiresAt).where(sql`${table.status} = 'PROCESSING'`),
    // For retention, which must find the oldest captures of an item.
    index('screenshots_of_item')
      .on(table.itemId, table.capturedAt)
      .where(sql`${table.itemId} is not null and ${table.capturedAt} is not null`),
    index('screenshots_activity')
      .on(table.accountId, table.capturedAt, table.id)
      .where(sql`${table.capturedAt} is not null`),
    index('screenshots_activity_of_source')
      .on(table.accountId, table.source, table.capturedAt, table.id)
      .where(sql`${table.capturedAt} is not null`),
    // For sweeping, which must find references to an object.
    index('screenshots_of_image').on(table.image).where(sql`${table.image} is not null`),
    index('screenshots_of_thumbnail').on(table.thumbnail).where(sql`${table.thumbnail} is not null`),
    index('screenshots_of_html').on(table.html).where(sql`${table.html} is not null`),
    index('screenshots_of_text').on(table.text).where(sql`${table.text} is not null`),
  ],
);
