import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    name: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /**
     * A lower bound on the time of the account's oldest finished manual capture. Retention moves it forward, as it does
     * for schedules.
     */
    manualCapturesSince: instant().notNull().defaultNow(),
    /** The limits of the account; null where the installation's settings apply. ADR 48. */
    maxRunningCaptures: integer(),
    maxWaitingCaptures: integer(),
    maxCapturesPerDay: integer(),
    maxSchedules: integer(),
    maxStoredBytes: bigint({ mode: 'number' }),
    maxItemBytes: bigint({ mode: 'number' }),
  },
  (table) => [
    index('accounts_retention').on(table.manualCapturesSince),
    // Lets the release find the few accounts that have their own limit.
    index('accounts_running_limited').on(table.id).where(sql`${table.maxRunningCaptures} is not null`),
  ],
);

/** The account on whose behalf all requests act if authentication is disabled. Migration 0001 creates it. */
export const defaultAccountId = 1;
