import { sql } from 'drizzle-orm';
import { check, pgTable, smallint } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * One row that the schedulers update while leases are held. The row records how long the database and a scheduler have
 * been available without interruption, because leases expire only while both are available. ADR 58.
 */
export const schedulerHeartbeat = pgTable(
  'scheduler_heartbeat',
  {
    id: smallint().primaryKey().default(1),
    /**
     * The last heartbeat is valid until this time. A heartbeat after this time ends an outage or a period without leases.
     */
    aliveUntil: instant().notNull(),
    /** Leases do not expire before this time, which is one lease period after the end of the last outage. */
    leasesExpireFrom: instant().notNull(),
  },
  (table) => [check('scheduler_heartbeat_single_row', sql`${table.id} = 1`)],
);
