import type { Database } from '@shotclock/db';
import type { RecordedStore } from '../objects/recorded-store.ts';

/** The context of all worker verbs. A worker processes captures of all accounts. */
export type WorkContext = {
  db: Database;
  objects: RecordedStore;
  /** Duration of a lease that is not renewed. */
  leaseSeconds: number;
};
