import type { FailureCode, ScreenshotSource, ScreenshotStatus, VerdictKind } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { captureSettingColumns } from './capture-setting-columns.ts';
import { id, instant, reference } from './columns.ts';
import { scheduleExecutions } from './executions.ts';
import { object } from './objects.ts';
import { scheduleItems } from './schedules.ts';

/**
 * The record of a capture. The record is written twice: as PENDING when the capture is requested, and as SUCCESS or
 * FAILED when it is settled. In between, the state of the capture is in `captures`, and the API shows a PENDING record of
 * a running capture as PROCESSING. ADR 36.
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
    status: text().$type<Exclude<ScreenshotStatus, 'PROCESSING'>>().notNull(),
    /** Number of attempts. Set when the capture is settled, like `startedAt`. */
    attempt: integer().notNull().default(0),
    /** When the last attempt started. */
    startedAt: instant(),
    /** The time when the capture finished, successfully or not. */
    capturedAt: instant(),
    processingTimeMs: integer(),
    /** The image of the capture or, for a FAILED record, the image of the page at the time of the failure. ADR 77. */
    image: object(),
    thumbnail: object(),
    html: object(),
    text: object(),
    /** Total size of the artifacts. 0 for captures that finished before migration 0013. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    description: text(),
    failureCode: text().$type<FailureCode>(),
    /**
     * A row of `sent_headers`: the headers that a successful capture sent without setting them; null for captures that
     * finished before migration 0023. This is not a foreign key, because checking it would lock the same row for every
     * settlement.
     */
    sentHeadersId: integer(),
    /** Copied from the page record (`page_records`) for list filters; null for captures that finished before migration 0034. */
    verdict: text().$type<VerdictKind>(),
    httpStatus: smallint(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('screenshots_once').on(table.executionId, table.itemId),
    index('screenshots_of_account').on(table.accountId, table.createdAt, table.id),
    // An index entry cannot hold a long URL, so the index contains its hash.
    index('screenshots_of_url').on(table.accountId, sql`md5(${table.url})`, table.createdAt, table.id),
    // A small index for lists of unfinished and failed captures.
    index('screenshots_unsuccessful')
      .on(table.accountId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'SUCCESS'`),
    // For lists and totals. The index includes `captured_at`, because the feed counts by this column and would otherwise have to
    // read the rows.
    index('screenshots_of_verdict')
      .on(table.accountId, table.verdict, table.createdAt, table.id, table.capturedAt)
      .where(sql`${table.verdict} is not null`),
    index('screenshots_of_http_status')
      .on(table.accountId, table.httpStatus, table.createdAt, table.id, table.capturedAt)
      .where(sql`${table.httpStatus} is not null`),
    // Used for the outcome of an execution. Most of an execution's captures show the requested page, so the index is
    // small.
    index('screenshots_unexpected')
      .on(table.executionId, table.verdict)
      .where(sql`${table.verdict} <> 'content' and ${table.executionId} is not null`),
    // Lets retention find an item's oldest captures, and shows whether the item has any, including unfinished ones.
    index('screenshots_of_item').on(table.itemId, table.capturedAt).where(sql`${table.itemId} is not null`),
    index('screenshots_activity')
      .on(table.accountId, table.capturedAt, table.id)
      .where(sql`${table.capturedAt} is not null`),
    index('screenshots_activity_of_source')
      .on(table.accountId, table.source, table.capturedAt, table.id)
      .where(sql`${table.capturedAt} is not null`),
    // Used to search the text of descriptions. Few finished captures have a description.
    index('screenshots_described')
      .on(table.accountId, table.capturedAt, table.id)
      .where(sql`${table.description} is not null and ${table.capturedAt} is not null`),
    // Lets the sweep find references to an object.
    index('screenshots_of_image').on(table.image).where(sql`${table.image} is not null`),
    index('screenshots_of_thumbnail').on(table.thumbnail).where(sql`${table.thumbnail} is not null`),
    index('screenshots_of_html').on(table.html).where(sql`${table.html} is not null`),
    index('screenshots_of_text').on(table.text).where(sql`${table.text} is not null`),
  ],
);
