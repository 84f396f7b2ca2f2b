import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  activityCountChanges,
  activityCounts,
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
  kind: PgColumn;
  at: PgColumn;
  id: PgColumn;
  counts: typeof activityCounts | typeof walletEntryCounts;
  /** Changes that are not yet part of `counts`. */
  changes: typeof activityCountChanges | typeof walletEntryCountChanges;
  /** The name of the column of `counts` and `changes` for the kind. */
  kindName: SQL;
};

/** Finished captures, by the time they finished. */
export const activityFeed: Feed = {
  records: screenshots,
  accountId: screenshots.accountId,
  kind: screenshots.source,
  at: screenshots.capturedAt,
  id: screenshots.id,
  counts: activityCounts,
  changes: activityCountChanges,
  kindName: sql.raw('source'),
};

/** Ledger entries, by the time they were created. */
export const walletFeed: Feed = {
  records: walletEntries,
  accountId: walletEntries.accountId,
  kind: walletEntries.referenceType,
  at: walletEntries.createdAt,
  id: walletEntries.id,
  counts: walletEntryCounts,
  changes: walletEntryCountChanges,
  kindName: sql.raw('reference_type'),
};
