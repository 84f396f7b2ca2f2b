import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { processReports, type ReportedCheck } from '../../schema/process-reports.ts';

/** A process reports once a minute. After this time without a report, it no longer counts as running. */
const expiry = sql`interval '3 minutes'`;
const isCurrent = sql`${processReports.reportedAt} > now() - ${expiry}`;

export type ProcessReport = {
  host: string;
  startedAt: Date;
  reportedAt: Date;
  checks: ReportedCheck[];
};

/** Stores the report of a process in place of its previous one, and deletes expired reports. */
export async function storeReport(
  db: Queryable,
  report: { id: string; host: string; checks: ReportedCheck[] },
): Promise<void> {
  const { checks } = report;
  await db
    .insert(processReports)
    .values(report)
    .onConflictDoUpdate({ target: processReports.id, set: { checks, reportedAt: sql`now()` } });
  await db.delete(processReports).where(sql`not ${isCurrent}`);
}

/** Deletes the report of a process that exits. */
export async function deleteReport(db: Queryable, id: string): Promise<void> {
  await db.delete(processReports).where(eq(processReports.id, id));
}

/** The current reports of all processes, in the order in which they started. */
export function listReports(db: Queryable): Promise<ProcessReport[]> {
  const { host, startedAt, reportedAt, checks } = processReports;
  return db
    .select({ host, startedAt, reportedAt, checks })
    .from(processReports)
    .where(isCurrent)
    .orderBy(asc(startedAt), asc(processReports.id));
}
