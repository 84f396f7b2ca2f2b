import type { AlertEventName, AlertTiming, QuietHours } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
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
    /** The selected schedules or items; null for all. Their rows may have been deleted. */
    scheduleIds: reference().array(),
    itemIds: reference().array(),
    /** Selects by the current tags of schedules and items. */
    tags: text().array(),
    minimumRatio: doublePrecision().notNull(),
    failuresInARow: smallint().notNull(),
    timing: jsonb().$type<AlertTiming>().notNull().default({ type: 'AT_ONCE', at: null, weekday: null }),
    quietHours: jsonb().$type<QuietHours>(),
    timezone: text().notNull().default('UTC'),
    /** When the next digest is sent, or when quiet hours with held messages end; null if neither. */
    nextDigestAt: instant(),
    /** The end of the period of the last digest. */
    digestedUntil: instant().notNull().defaultNow(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('alert_rules_of_account').on(table.accountId, table.createdAt, table.id),
    index('alert_rules_due').on(table.nextDigestAt).where(sql`${table.nextDigestAt} is not null`),
  ],
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
