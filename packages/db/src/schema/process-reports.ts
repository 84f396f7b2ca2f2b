import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What each worker has last found about its machine and its browser. Reports of processes that have exited expire. */
export const processReports = pgTable('process_reports', {
  /** Identifies the process. */
  id: uuid().primaryKey(),
  host: text().notNull(),
  startedAt: instant().notNull().defaultNow(),
  reportedAt: instant().notNull().defaultNow(),
  checks: jsonb().$type<ReportedCheck[]>().notNull(),
});

export type ReportedCheck = {
  check: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  remedy: string | null;
};
