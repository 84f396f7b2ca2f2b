import type { AuditActor, AuditedResource } from '@shotclock/contracts';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, reference } from './columns.ts';

/**
 * The changes made by requests and commands. Rows are never updated, and only retention deletes them (triggers in the
 * migration enforce this). The table has no foreign keys, because a row may name resources that no longer exist, and so
 * that inserting it does not lock other rows (ADR 46).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    /** The account of the changed resource. */
    accountId: reference().notNull(),
    actor: text().$type<AuditActor>().notNull(),
    apiKeyId: reference(),
    sessionId: reference(),
    action: text().notNull(),
    resourceType: text().$type<AuditedResource>().notNull(),
    resourceId: reference().notNull(),
    /** The names of the fields in the request body. */
    fields: text().array().notNull(),
    clientAddress: text(),
    requestId: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('audit_log_of_account').on(table.accountId, table.createdAt, table.id),
    index('audit_log_by_time').on(table.createdAt, table.id),
  ],
);
