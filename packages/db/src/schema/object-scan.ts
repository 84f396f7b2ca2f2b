import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The one row that says how far the object store was looked through for objects that no row knows. */
export const objectScan = pgTable('object_scan', {
  one: boolean().primaryKey().default(true),
  /** Stands in the store, so that nobody sweeps the objects of another database. */
  storeId: uuid().notNull().defaultRandom(),
  /** The last key that was looked at; empty before the first. */
  position: text().notNull().default(''),
  /** When the look through the whole store began that goes on, or that was the last. */
  beganAt: instant(),
});
