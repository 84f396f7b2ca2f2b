import type { Database, KeyHold } from '@shotclock/db';
import type { ObjectStore } from '@shotclock/storage';

/** What every verb of a request receives: the stores, the account that it acts for, and the operator's limits. */
export type CoreContext = {
  db: Database;
  objects: ObjectStore;
  /** Base URL of the links in responses, without a trailing slash. */
  publicUrl: string;
  accountId: number;
  limits: { minRunIntervalSeconds: number; maxItemsPerSchedule: number };
  /** Maximum number of attempts of a capture, from 1. */
  captureAttempts: number;
  /** Credits that a content-change check costs, with at most four decimals; 0 makes checks free. */
  contentCheckPrice: number;
  /** The idempotency key that the request holds. `inTransaction` marks it. */
  heldKey?: KeyHold;
};
