import {
  type Change,
  type ChangedArea,
  type Comparison,
  type ConditionResult,
  type ContentCheckStatus,
  defaultComparison,
  type Rectangle,
} from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { credits, id, instant, reference } from './columns.ts';
import { comparisonColumn } from './comparison-column.ts';
import { object } from './objects.ts';
import { scheduleItems } from './schedules.ts';
import { screenshots } from './screenshots.ts';

/** The comparison of checks that were created before these fields existed. */
const earlierComparison: Comparison = { ...defaultComparison, compare: 'always', confirm: false };

/** PENDING → SUCCESS | FAILED, in the transaction that settles the check's screenshot. */
export const contentChecks = pgTable(
  'content_checks',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    /** The compared screenshot; null after it has been deleted. */
    screenshotId: reference().references(() => screenshots.id, { onDelete: 'set null' }),
    /** A scheduled check's item. */
    itemId: reference().references(() => scheduleItems.id),
    url: text().notNull(),
    /** Identifies the series: the item and the mode, or a SHA-256 of the capture settings and the mode. */
    target: text().notNull(),
    comparison: comparisonColumn(earlierComparison).notNull(),
    status: text().$type<ContentCheckStatus>().notNull(),
    /** The baseline that the request specified, which replaces the baseline of the series. */
    givenBaselineId: reference().references(() => screenshots.id, { onDelete: 'set null' }),
    /** The baseline of the comparison; null for the first check in a series. */
    baselineScreenshotId: reference().references(() => screenshots.id, { onDelete: 'set null' }),
    changed: boolean(),
    ratio: doublePrecision(),
    /**
     * Earliest time of the second look; set once the first look has shown a change (`core/src/captures/hold-check.ts`).
     */
    confirmAt: instant(),
    /**
     * The baseline of the next check in the series: the compared object, or the baseline again (`keepsBaseline`). While a
     * check waits for its second look: the compared object of the first look.
     */
    subject: object(),
    /** Whether the second look did not confirm the change, or the look is known, so that `subject` is that of the baseline. */
    keepsBaseline: boolean().notNull().default(false),
    /** The ignored rectangles of the image of `subject`, in pixels. */
    masks: jsonb().$type<Rectangle[]>().notNull().default([]),
    diff: object(),
    /**
     * The boxes around differences; null if they are unknown, which applies to text checks and to checks before migration
     * 0033.
     */
    changes: jsonb().$type<Change[]>(),
    /** The bounding box of all changed pixels; null like `changes`, and unless the check found a change. */
    changedArea: jsonb().$type<ChangedArea>(),
    /**
     * Differences between two captures taken at the same time, which do not count as changes; null if the page was
     * captured only once.
     */
    unstable: jsonb().$type<Rectangle[]>(),
    /** Null without conditions, and until the check has finished. */
    conditions: jsonb().$type<ConditionResult>(),
    /** The time when a user accepted the look in `subject`, which later checks in the series then know. */
    acceptedAt: instant(),
    /** The time when a user marked the change as seen. */
    seenAt: instant(),
    price: credits().notNull(),
    description: text(),
    createdAt: instant().notNull().defaultNow(),
    completedAt: instant(),
  },
  (table) => [
    uniqueIndex('content_checks_once').on(table.screenshotId),
    // Lets the deletion of a screenshot find the checks that refer to it.
    index('content_checks_given_baseline').on(table.givenBaselineId),
    index('content_checks_baseline_screenshot').on(table.baselineScreenshotId),
    // Lets the sweep find references to an object.
    index('content_checks_of_subject').on(table.subject).where(sql`${table.subject} is not null`),
    index('content_checks_of_diff').on(table.diff).where(sql`${table.diff} is not null`),
    index('content_checks_of_account').on(table.accountId, table.createdAt, table.id),
    index('content_checks_of_item')
      .on(table.itemId, table.createdAt, table.id)
      .where(sql`${table.itemId} is not null`),
    // An index entry cannot hold a long URL, so the index contains its hash.
    index('content_checks_of_url').on(table.accountId, sql`md5(${table.url})`, table.createdAt, table.id),
    index('content_checks_by_completion').on(table.accountId, table.completedAt, table.id),
    // Small indexes for lists of pending, failed and changed checks.
    index('content_checks_unsuccessful')
      .on(table.accountId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'SUCCESS'`),
    index('content_checks_changed')
      .on(table.accountId, table.createdAt, table.id)
      .where(sql`${table.changed}`),
    // For the largest changes.
    index('content_checks_changed_by_ratio')
      .on(table.accountId, table.ratio, table.id)
      .where(sql`${table.changed}`),
    // The changes of an item, for its history.
    index('content_checks_changes_of_item')
      .on(table.itemId, table.completedAt, table.id)
      .where(sql`${table.changed} and ${table.itemId} is not null and ${table.screenshotId} is not null`),
    // The known looks of a series.
    index('content_checks_accepted')
      .on(table.accountId, table.target)
      .where(sql`${table.acceptedAt} is not null`),
    index('content_checks_versions')
      .on(table.accountId, table.target, table.completedAt, table.id)
      .where(sql`${table.changed}`),
    // The last second looks of a series.
    index('content_checks_second_looks')
      .on(table.accountId, table.target, table.completedAt, table.id)
      .where(sql`${table.unstable} is not null and ${table.status} = 'SUCCESS'`),
    index('content_checks_series')
      .on(table.accountId, table.target, table.completedAt, table.id)
      .where(sql`${table.status} = 'SUCCESS'`),
  ],
);
