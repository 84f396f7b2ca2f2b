import type { Database } from '@shotclock/db';
import type { RecordedStore } from '../objects/recorded-store.ts';

/** The context of every worker verb. A worker processes captures of all accounts. */
export type WorkContext = {
  db: Database;
  objects: RecordedStore;
  /** Duration of a lease without renewal. */
  leaseSeconds: number;
};
