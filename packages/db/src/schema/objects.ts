import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * The stored objects, identified by their content, so that an unchanged page takes up no additional space.
 *
 * (no row) → suspect (suspect_since set), before the object is written → referenced (null), when a capture that uses it is settled
 * → suspect again, when a screenshot is deleted → sweeping (sweeping_since set) → (no row). ADR 14.
 */
export const objects = pgTable(
  'objects',
  {
    sha256: text().primaryKey(),
    size: bigint({ mode: 'number' }).notNull(),
    contentType: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** The time since which the object may be unreferenced; null once a reference has been added or found. */
    suspectSince: instant().defaultNow(),
    /** The time at which a sweep started to delete the object from the store. */
    sweepingSince: instant(),
    /**
     * Distinguishes the object's key from earlier keys, whose deletion may still take effect. Null if the key consists
     * only of the hash.
     */
    keySuffix: uuid(),
    /**
     * The time since which the object has been known to be missing from the store or not to match its hash. The next
     * capture of the same content writes the object again.
     */
    unreadableSince: instant(),
  },
  (table) => [
    index('objects_suspect').on(table.suspectSince).where(sql`${table.suspectSince} is not null`),
    index('objects_unreadable').on(table.unreadableSince).where(sql`${table.unreadableSince} is not null`),
  ],
);

/** A reference to an object. */
export const object = () => text().references(() => objects.sha256);

/**
 * A single row with the progress of the search for orphans, which are objects in the store without a row in `objects`.
 */
export const objectScan = pgTable('object_scan', {
  one: boolean().primaryKey().default(true),
  /** The ID is also written to the store, so that a scheduler never sweeps the objects of another database. */
  storeId: uuid().notNull().defaultRandom(),
  /** The last examined key; empty before the first one. */
  position: text().notNull().default(''),
  /** The time when the current or last search started. */
  beganAt: instant(),
});
