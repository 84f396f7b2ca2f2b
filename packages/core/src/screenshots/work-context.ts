import type { Database } from '@shotclock/db';
import type { ObjectStore } from '@shotclock/storage';

/** What a worker's verbs are handed. It works for every account. */
export type WorkContext = {
  db: Database;
  objects: ObjectStore;
  /** How long a claim holds without being renewed. */
  leaseSeconds: number;
};
