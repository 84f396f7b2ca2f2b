import type { TimeLapseStatus } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';
import { object } from './objects.ts';
import { scheduleItems } from './schedules.ts';

/**
 * Animated images of an item's captures. A row is both the job and the record, because there are few time-lapses. A free
 * worker claims the oldest one. ADR 52.
 *
 * PENDING ──(claim: token, lease)──► PROCESSING ──► SUCCESS | FAILED. A row whose lease has expired is claimed again while attempts are left.
 */
export const timeLapses = pgTable(
  'time_lapses',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    itemId: reference()
      .notNull()
      .references(() => scheduleItems.id),
    /** The bounds of the period, compared with the times at which captures finished. */
    periodFrom: instant(),
    periodTo: instant(),
    width: integer().notNull(),
    framesPerSecond: smallint().notNull(),
    onlyChanges: boolean().notNull(),
    status: text().$type<TimeLapseStatus>().notNull().default('PENDING'),
    /** Number of attempts left. The shutdown of a worker does not use up an attempt. */
    attemptsLeft: smallint().notNull(),
    /** The fencing token: only the worker that holds it can change the row. */
    attemptToken: uuid(),
    leaseExpiresAt: instant(),
    /** The number of captures in the period, the number of frames, and the number of frames that have been read. */
    captures: integer(),
    frames: integer(),
    framesDone: integer().notNull().default(0),
    object: object(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** The time when the last capture that is shown finished. Retention is counted from this time. */
    lastFrameAt: instant(),
    description: text(),
    requestId: text(),
    createdAt: instant().notNull().defaultNow(),
    completedAt: instant(),
  },
  (table) => [
    index('time_lapses_of_account').on(table.accountId),
    index('time_lapses_of_item').on(table.itemId, table.createdAt, table.id),
    index('time_lapses_unfinished').on(table.id).where(sql`${table.status} in ('PENDING', 'PROCESSING')`),
    index('time_lapses_of_object').on(table.object).where(sql`${table.object} is not null`),
  ],
);
