import type { ScreenshotSource } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant, reference } from './columns.ts';

/**
 * The captures in progress, one row each from the request to the settlement, which deletes the row and completes the record in
 * `screenshots`. ADR 36.
 *
 * waiting (enqueued_at null) → released to the queue (enqueued_at set) → running (attempt_token, lease) → no row. A
 * capture waits again after an expired lease, a retryable failure or a shutdown of the worker.
 *
 * Rows are updated often, so updates affect as few indexes as possible: a release adds entries to two of them, while a
 * claim or a lease renewal adds none. The table has no foreign keys, because they would lock the referenced rows for each
 * capture. A migration reserves space in the pages for updates and makes the server vacuum the table early.
 */
export const captures = pgTable(
  'captures',
  {
    /** A capture has the same ID as its screenshot. */
    screenshotId: bigint({ mode: 'number' }).primaryKey(),
    accountId: reference().notNull(),
    executionId: reference(),
    source: text().$type<ScreenshotSource>().notNull(),
    /** ID of the request that started the capture, for log lines; null for a scheduled run. */
    requestId: text(),
    /**
     * The W3C `traceparent` of the request or the dispatch that started the capture. All attempts are its children. Null if traces are
     * off.
     */
    traceParent: text(),
    /** Number of claims. The number is part of the job ID, so that each claim has its own job. */
    attempt: integer().notNull().default(0),
    /** Number of attempts left. If a worker that is shutting down requeues the capture, no attempt is used up. */
    attemptsLeft: smallint().notNull(),
    /**
     * Number of attempts during which the worker crashed or was lost. After the first such attempt, the capture runs alone. ADR
     * 28.
     */
    lostWorkers: smallint().notNull().default(0),
    /** The fencing token: only the worker that holds the current token can settle the capture. */
    attemptToken: uuid(),
    leaseExpiresAt: instant(),
    /** Earliest time of the release. */
    releaseAt: instant().notNull().defaultNow(),
    /** The time when the capture was released to the queue. It remains set while the capture runs. */
    enqueuedAt: instant(),
    /** The time when the current or last attempt started. */
    startedAt: instant(),
  },
  (table) => [
    // Lets the fair order find the next capture without reading other waiting captures. The expressions, which
    // `waiting-index.ts` repeats, are null for all other captures. A migration turns off their statistics. ADR 32.
    index('captures_turns')
      .on(
        sql`(case when ${table.enqueuedAt} is null then ${table.source} end)`,
        sql`(case when ${table.enqueuedAt} is null then ${table.accountId} end)`,
        sql`coalesce(${table.executionId}, 0)`,
        table.releaseAt,
        table.screenshotId,
      )
      .where(sql`(case when ${table.enqueuedAt} is null then ${table.source} end) is not null`),
    // Used to find the longest wait and the end of the next delay.
    index('captures_to_release').on(table.releaseAt).where(sql`${table.enqueuedAt} is null`),
    // For released and running captures, which are few. Statistics are disabled for this index expression as well.
    index('captures_held')
      .on(sql`(case when ${table.enqueuedAt} is not null then 1 end)`, table.enqueuedAt)
      .where(sql`(case when ${table.enqueuedAt} is not null then 1 end) is not null`),
    check(
      'captures_released_before_running',
      sql`${table.attemptToken} is null or ${table.enqueuedAt} is not null`,
    ),
  ],
);
