import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { activityCounts, walletEntryCounts } from '../../schema/feed-counts.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { walletEntries } from '../../schema/wallet.ts';

/** A list by time of one account, whose records are counted by ten minutes and kind. An index holds (account, [kind,] at, id). */
export type Feed = {
  records: PgTable;
  /** Columns of `records`. */
  accountId: PgColumn;
  kind: PgColumn;
  at: PgColumn;
  id: PgColumn;
  counts: typeof activityCounts | typeof walletEntryCounts;
  /** The column of `counts` that `kind` is counted under. */
  kindName: SQL;
};

/** Finished captures, by the moment they finished. */
export const activityFeed: Feed = {
  records: screenshots,
  accountId: screenshots.accountId,
  kind: screenshots.source,
  at: screenshots.capturedAt,
  id: screenshots.id,
  counts: activityCounts,
  kindName: sql.raw('source'),
};

/** Entries of the ledger, by the moment they were made. */
export const walletFeed: Feed = {
  records: walletEntries,
  accountId: walletEntries.accountId,
  kind: walletEntries.referenceType,
  at: walletEntries.createdAt,
  id: walletEntries.id,
  counts: walletEntryCounts,
  kindName: sql.raw('reference_type'),
};
