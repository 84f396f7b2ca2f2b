import { sql } from 'drizzle-orm';
import { check, pgTable, smallint } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * One row, which the schedulers update while leases are held. It shows how long the database and a scheduler have been available without
 * interruption: leases expire only then. ADR 58.
 */
export const schedulerHeartbeat = pgTable(
  'scheduler_heartbeat',
  {
    id: smallint().primaryKey().default(1),
    /** Until then, the last heartbeat is current. A later one ends an outage, or a time without leases. */
    aliveUntil: instant().notNull(),
    /** No lease expires before: one lease period after the last outage. */
    leasesExpireFrom: instant().notNull(),
  },
  (table) => [check('scheduler_heartbeat_single_row', sql`${table.id} = 1`)],
);
