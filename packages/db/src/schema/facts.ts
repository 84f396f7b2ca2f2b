import type { FactKind } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant, reference } from './columns.ts';

/** The ID of a transaction with its epoch, which never wraps around. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Rows that record what happened, each appended once by the transaction that caused it. Rows change only after a restore
 * (`resumeCounting`), so transactions of the same account never wait for each other here. A consumer reads facts in the order of `transaction`
 * and `id` and stops before `pg_snapshot_xmin`, because transactions that commit later cannot add facts before that
 * point. ADR 80.
 */
export const facts = pgTable(
  'facts',
  {
    transaction: xid8().notNull().default(sql`pg_current_xact_id()`),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    accountId: reference().notNull(),
    /** The time of the change. */
    at: instant().notNull().default(sql`clock_timestamp()`),
    /** The record that the fact is about; null for facts about several records, which are used only for counting. */
    subjectId: reference(),
    scheduleId: reference(),
    itemId: reference(),
    executionId: reference(),
    /** See `counts`. */
    amount: bigint({ mode: 'number' }).notNull().default(0),
    /** The ten-minute slot, counted from 1970, that contains the time by which the list sorts these records. */
    slot: integer(),
    /** Number of added records (above 0) or deleted records (below 0). */
    records: integer().notNull().default(0),
    /** The counter that the fact changes; null if it does not change one. */
    counter: smallint(),
    kind: text().$type<FactKind>().notNull(),
    screenshotId: reference(),
  },
  (table) => [
    index('facts_in_order').on(table.transaction),
    index('facts_of_counter')
      .on(table.accountId, table.counter, table.transaction)
      .where(sql`${table.counter} is not null`),
    index('facts_not_counted').on(table.accountId, table.transaction).where(sql`${table.counter} is null`),
  ],
);

/** A single row: the counts include the facts of all transactions before `before`. */
export const countedFacts = pgTable('counted_facts', {
  one: boolean().primaryKey().default(true),
  before: xid8().notNull(),
  /** The highest ID of a counted fact. After a restore, facts with higher IDs are not counted (fold-counts.ts). */
  lastId: bigint({ mode: 'number' }).notNull().default(0),
});

/** A single row: alert rules were matched against the facts of all transactions before `before`. */
export const matchedFacts = pgTable('matched_facts', {
  one: boolean().primaryKey().default(true),
  before: xid8().notNull(),
});
