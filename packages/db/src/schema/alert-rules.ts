import type { AlertEventName } from '@shotclock/contracts';
import { boolean, doublePrecision, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';
import { destinations } from './destinations.ts';

export const alertRules = pgTable(
  'alert_rules',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    enabled: boolean().notNull(),
    events: text().array().$type<AlertEventName[]>().notNull(),
    /** The selected schedules or items; both are null for all. Their rows may have been deleted. */
    scheduleIds: reference().array(),
    itemIds: reference().array(),
    minimumRatio: doublePrecision().notNull(),
    failuresInARow: smallint().notNull(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('alert_rules_of_account').on(table.accountId, table.createdAt, table.id)],
);

export const alertRuleDestinations = pgTable(
  'alert_rule_destinations',
  {
    alertRuleId: reference()
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    destinationId: reference()
      .notNull()
      .references(() => destinations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.alertRuleId, table.destinationId] }),
    // Lets the deletion of a destination find its rules.
    index('alert_rule_destinations_of_destination').on(table.destinationId),
  ],
);
