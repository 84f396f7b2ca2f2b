import type { Database } from '@shotclock/db';
import type { RecordedStore } from '../objects/recorded-store.ts';

/** What every verb of a worker receives. A worker works for all accounts. */
export type WorkContext = {
  db: Database;
  objects: RecordedStore;
  /** Duration of a lease that is not renewed. */
  leaseSeconds: number;
};
