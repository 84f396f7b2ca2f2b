import type { Destination } from '@shotclock/contracts';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, reference } from './columns.ts';

/** The receivers of alerts. Their addresses and secrets are encrypted (ADR 85). */
export const destinations = pgTable(
  'destinations',
  {
    id: id(),
    accountId: reference()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    kind: text().$type<Destination['kind']>().notNull(),
    /** Scheme, host and port of the address; null if the kind has no address. */
    origin: text(),
    /** The configuration as JSON, sealed for the context `destination:<account>:<id>`. */
    sealedConfig: text().notNull(),
    status: text().$type<Destination['status']>().notNull().default('ACTIVE'),
    disabledReason: text().$type<NonNullable<Destination['disabledReason']>>(),
    /** Time of the first failed delivery since the last successful one. */
    failingSince: instant(),
    lastSuccessAt: instant(),
    /** Whether the receiver was overloaded, so that it gets one request at a time until a delivery succeeds. */
    oneAtATime: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('destinations_of_account').on(table.accountId, table.createdAt, table.id)],
);
