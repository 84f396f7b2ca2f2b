import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A single row: the secret that signs links unless the operator sets LINK_SECRETS. ADR 45. */
export const linkSecrets = pgTable('link_secrets', {
  one: boolean().primaryKey().default(true),
  secret: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});
