import type { Comparison, ContentCheckStatus, Rectangle } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { credits, id, instant, reference } from './columns.ts';
import { scheduleItems } from './schedules.ts';
import { object, screenshots } from './screenshots.ts';

/** PENDING → SUCCESS | FAILED, in the transaction that settles the screenshot which it waits for. */
export const contentChecks = pgTable(
  'content_checks',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    /** The capture that is compared; null once it is deleted. */
    screenshotId: reference().references(() => screenshots.id, { onDelete: 'set null' }),
    /** Of a check that a schedule made. */
    itemId: reference().references(() => scheduleItems.id),
    url: text().notNull(),
    /** What is one series of checks: the schedule's item, or the capture settings and the mode, as a SHA-256. */
    target: text().notNull(),
    comparison: jsonb().$type<Comparison>().notNull(),
    status: text().$type<ContentCheckStatus>().notNull(),
    /** The baseline that the request named, which sets aside the series' own. */
    givenBaselineId: reference().references(() => screenshots.id, { onDelete: 'set null' }),
    /** What it was compared with; null for the first of its series. */
    baselineScreenshotId: reference().references(() => screenshots.id, { onDelete: 'set null' }),
    changed: boolean(),
    ratio: doublePrecision(),
    /** What was compared, and what later checks compare with. */
    subject: object(),
    /** What of the subject's image is ignored, in its pixels. */
    masks: jsonb().$type<Rectangle[]>().notNull().default([]),
    diff: object(),
    price: credits().notNull(),
    description: text(),
    createdAt: instant().notNull().defaultNow(),
    completedAt: instant(),
  },
  (table) => [
    uniqueIndex('content_checks_once').on(table.screenshotId),
    // Deleting a screenshot looks for the checks that name it.
    index('content_checks_given_baseline').on(table.givenBaselineId),
    index('content_checks_baseline_screenshot').on(table.baselineScreenshotId),
    // Whether anything refers to an object.
    index('content_checks_of_subject').on(table.subject).where(sql`${table.subject} is not null`),
    index('content_checks_of_diff').on(table.diff).where(sql`${table.diff} is not null`),
    index('content_checks_of_account').on(table.accountId, table.createdAt, table.id),
    index('content_checks_of_item')
      .on(table.itemId, table.createdAt, table.id)
      .where(sql`${table.itemId} is not null`),
    // URLs may be longer than what an index holds.
    index('content_checks_of_url').on(table.accountId, sql`md5(${table.url})`, table.createdAt, table.id),
    index('content_checks_by_completion').on(table.accountId, table.completedAt, table.id),
    // Few in number: listed without reading what succeeded, or what found no change.
    index('content_checks_unsuccessful')
      .on(table.accountId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'SUCCESS'`),
    index('content_checks_changed')
      .on(table.accountId, table.createdAt, table.id)
      .where(sql`${table.changed}`),
    index('content_checks_series')
      .on(table.accountId, table.target, table.completedAt, table.id)
      .where(sql`${table.status} = 'SUCCESS'`),
  ],
);
