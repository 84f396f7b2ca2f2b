import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { walletEntries } from '../../schema/wallet.ts';
import {
  activityCounters,
  type Counters,
  checkCounters,
  executionCounters,
  screenshotCounters,
  walletCounters,
} from '../facts/counters.ts';

/**
 * A list of an account's records by time, with counts per ten-minute slot and kind. The table needs an index on (account, [kind,]
 * at, ID).
 */
export type Feed = {
  records: PgTable;
  /** The columns of `records`. */
  accountId: PgColumn;
  at: PgColumn;
  id: PgColumn;
  /** Null if the records have no kinds. */
  kind: PgColumn | null;
  /** The counters of each kind. */
  counters: Counters;
};

export const activityFeed: Feed = {
  records: screenshots,
  accountId: screenshots.accountId,
  kind: screenshots.source,
  at: screenshots.capturedAt,
  id: screenshots.id,
  counters: activityCounters,
};

export const walletFeed: Feed = {
  records: walletEntries,
  accountId: walletEntries.accountId,
  kind: walletEntries.referenceType,
  at: walletEntries.createdAt,
  id: walletEntries.id,
  counters: walletCounters,
};

export const screenshotFeed: Feed = {
  records: screenshots,
  accountId: screenshots.accountId,
  kind: screenshots.source,
  at: screenshots.createdAt,
  id: screenshots.id,
  counters: screenshotCounters,
};

export const checkFeed: Feed = {
  records: contentChecks,
  accountId: contentChecks.accountId,
  kind: null,
  at: contentChecks.createdAt,
  id: contentChecks.id,
  counters: checkCounters,
};

export const executionFeed: Feed = {
  records: scheduleExecutions,
  accountId: scheduleExecutions.accountId,
  kind: null,
  at: scheduleExecutions.createdAt,
  id: scheduleExecutions.id,
  counters: executionCounters,
};
