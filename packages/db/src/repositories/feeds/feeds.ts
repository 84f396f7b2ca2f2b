import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import {
  activityCountChanges,
  activityCounts,
  contentCheckCountChanges,
  contentCheckCounts,
  executionCountChanges,
  executionCounts,
  screenshotCountChanges,
  screenshotCounts,
  walletEntryCountChanges,
  walletEntryCounts,
} from '../../schema/feed-counts.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { walletEntries } from '../../schema/wallet.ts';

/** A list of an account's records by time, with counts per ten minutes and kind. It needs an index on (account, [kind,] at, ID). */
export type Feed = {
  records: PgTable;
  /** The columns of `records`. */
  accountId: PgColumn;
  at: PgColumn;
  id: PgColumn;
  /** Null when the records have no kinds. */
  kind: PgColumn | null;
  counts: PgTable;
  /** Changes that are not yet part of `counts`. */
  changes: PgTable;
  /** The name of the column of `counts` and `changes` for the kind. */
  kindName: SQL | null;
  /** The name of a column of `counts` and `changes` with a further number that is summed by day. */
  sumName?: SQL;
};

/** Finished captures, by the time they finished. */
export const activityFeed: Feed & { kindName: SQL; sumName: SQL } = {
  records: screenshots,
  accountId: screenshots.accountId,
  kind: screenshots.source,
  at: screenshots.capturedAt,
  id: screenshots.id,
  counts: activityCounts,
  changes: activityCountChanges,
  kindName: sql.raw('source'),
  sumName: sql.raw('bytes'),
};

/** Ledger entries, by the time they were created. */
export const walletFeed: Feed & { kindName: SQL } = {
  records: walletEntries,
  accountId: walletEntries.accountId,
  kind: walletEntries.referenceType,
  at: walletEntries.createdAt,
  id: walletEntries.id,
  counts: walletEntryCounts,
  changes: walletEntryCountChanges,
  kindName: sql.raw('reference_type'),
};

/** Screenshots, finished or not, by the time they were created. */
export const screenshotFeed: Feed = {
  records: screenshots,
  accountId: screenshots.accountId,
  kind: screenshots.source,
  at: screenshots.createdAt,
  id: screenshots.id,
  counts: screenshotCounts,
  changes: screenshotCountChanges,
  kindName: sql.raw('source'),
  sumName: sql.raw('started'),
};

/** Content-change checks, by the time they were created. */
export const checkFeed: Feed = {
  records: contentChecks,
  accountId: contentChecks.accountId,
  kind: null,
  at: contentChecks.createdAt,
  id: contentChecks.id,
  counts: contentCheckCounts,
  changes: contentCheckCountChanges,
  kindName: null,
};

/** Executions, by the time they were created. */
export const executionFeed: Feed = {
  records: scheduleExecutions,
  accountId: scheduleExecutions.accountId,
  kind: null,
  at: scheduleExecutions.createdAt,
  id: scheduleExecutions.id,
  counts: executionCounts,
  changes: executionCountChanges,
  kindName: null,
};

export const feeds: readonly Feed[] = [activityFeed, walletFeed, screenshotFeed, checkFeed, executionFeed];
