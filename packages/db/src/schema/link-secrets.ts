import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A single row with the secret that signs links if the operator has not set LINK_SECRETS. ADR 45. */
export const linkSecrets = pgTable('link_secrets', {
  one: boolean().primaryKey().default(true),
  secret: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});
