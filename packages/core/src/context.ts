import type { Database } from '@shotclock/db';
import type { ObjectStore } from '@shotclock/storage';

/** What every verb is handed: where state lives, for whom it acts, and the operator's bounds. */
export type CoreContext = {
  db: Database;
  objects: ObjectStore;
  /** Base address that answers are built with, without a slash at its end. */
  publicUrl: string;
  accountId: number;
  limits: { minRunIntervalSeconds: number; maxItemsPerRequest: number; maxItemsPerSchedule: number };
  /** How often a capture is tried before it is FAILED, from 1. */
  captureAttempts: number;
  /** Credits that a content-change check costs, with at most four decimals; 0 makes checks free. */
  contentCheckPrice: number;
};
