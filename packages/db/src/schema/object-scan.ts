import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A single row: the progress of the search for orphans, which are objects in the store without a row in `objects`. */
export const objectScan = pgTable('object_scan', {
  one: boolean().primaryKey().default(true),
  /** Also written to the store, so that a scheduler never sweeps the objects of another database. */
  storeId: uuid().notNull().defaultRandom(),
  /** The last key that was examined; empty before the first one. */
  position: text().notNull().default(''),
  /** Start of the current search, or of the last one. */
  beganAt: instant(),
});
