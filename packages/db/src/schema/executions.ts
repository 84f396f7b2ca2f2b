import type { ExecutionTrigger, ScheduleExecution } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';
import { schedules } from './schedules.ts';

/**
 * The number of executions of a schedule. A trigger (function `count_executions` in migration 0036) counts the
 * executions while the schedule is locked.
 */
export const executionTotals = pgTable('execution_totals', {
  scheduleId: reference().primaryKey(),
  total: integer().notNull(),
});

export const scheduleExecutions = pgTable(
  'schedule_executions',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    scheduleId: reference()
      .notNull()
      .references(() => schedules.id),
    /** The run's time on the grid; null unless the trigger is SCHEDULE. */
    scheduledFor: instant(),
    trigger: text().$type<ExecutionTrigger>().notNull(),
    /** The execution whose failed items this execution retries. */
    retryOf: reference().references((): AnyPgColumn => scheduleExecutions.id),
    status: text().$type<ScheduleExecution['status']>().notNull(),
    totalItems: integer().notNull().default(0),
    successfulItems: integer().notNull().default(0),
    failedItems: integer().notNull().default(0),
    /** Number of items whose captures have no content-change check, because the balance was too low. */
    uncheckedItems: integer().notNull().default(0),
    /** Number of scheduled runs that were missed before this one, including this one if it was skipped. */
    missedRuns: integer().notNull().default(0),
    /** The reason why the run was skipped, or which earlier runs were missed. */
    outcomeReason: text(),
    startedAt: instant().notNull().defaultNow(),
    completedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('schedule_executions_once').on(table.scheduleId, table.scheduledFor),
    index('schedule_executions_of_schedule').on(table.scheduleId, table.createdAt, table.id),
    index('schedule_executions_of_account').on(table.accountId, table.createdAt, table.id),
    // A small index for lists of active and failed executions.
    index('schedule_executions_unsuccessful')
      .on(table.accountId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'COMPLETED'`),
    // Lets the deletion of an execution find its retries.
    index('schedule_executions_of_retried')
      .on(table.retryOf, table.id)
      .where(sql`${table.retryOf} is not null`),
    // A small index for schedules whose checks the account cannot pay for.
    index('schedule_executions_unchecked')
      .on(table.accountId, table.createdAt, table.id)
      .where(sql`${table.uncheckedItems} > 0`),
    index('schedule_executions_running').on(table.scheduleId).where(sql`${table.status} = 'PROCESSING'`),
    check(
      'schedule_executions_counters',
      sql`${table.successfulItems} + ${table.failedItems} <= ${table.totalItems}`,
    ),
  ],
);
