import type { Database } from '@shotclock/db';
import type { RecordedStore } from '../objects/recorded-store.ts';

/** What a worker's verbs are handed. It works for every account. */
export type WorkContext = {
  db: Database;
  objects: RecordedStore;
  /** How long a claim holds without being renewed. */
  leaseSeconds: number;
};
