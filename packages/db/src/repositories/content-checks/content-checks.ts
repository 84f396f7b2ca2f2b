import type { Comparison, Rectangle } from '@shotclock/contracts';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';

export type ContentCheckRow = typeof contentChecks.$inferSelect;
export type NewContentCheck = typeof contentChecks.$inferInsert;
/** A series of checks. Each check is compared with the last successful check before it. */
export type CheckSeries = { accountId: number; target: string };

/** A check by the screenshot that was captured for it. */
export type CapturedKey = { accountId: number; screenshotId: number };

const capturedBy = ({ accountId, screenshotId }: CapturedKey) =>
  and(eq(contentChecks.screenshotId, screenshotId), eq(contentChecks.accountId, accountId));

/** Inserts checks and returns them in the given order, which is also the order of their IDs. */
export async function insertContentChecks(
  tx: Queryable,
  checks: NewContentCheck[],
): Promise<ContentCheckRow[]> {
  if (checks.length === 0) return [];
  const rows = await tx.insert(contentChecks).values(checks).returning();
  return rows.sort((a, b) => a.id - b.id);
}

export async function findContentCheck(
  db: Queryable,
  key: { accountId: number; checkId: number },
): Promise<ContentCheckRow | undefined> {
  const [row] = await db
    .select()
    .from(contentChecks)
    .where(and(eq(contentChecks.id, key.checkId), eq(contentChecks.accountId, key.accountId)));
  return row;
}

/** The check that a screenshot was captured for, in any status. */
export async function findCheckOfScreenshot(
  db: Queryable,
  key: CapturedKey,
): Promise<ContentCheckRow | undefined> {
  const [row] = await db.select().from(contentChecks).where(capturedBy(key));
  return row;
}

/** The last successful check of the series. */
export async function findLastSuccessfulCheck(
  db: Queryable,
  { accountId, target }: CheckSeries,
): Promise<ContentCheckRow | undefined> {
  const [row] = await db
    .select()
    .from(contentChecks)
    .where(
      and(
        eq(contentChecks.accountId, accountId),
        eq(contentChecks.target, target),
        eq(contentChecks.status, 'SUCCESS'),
      ),
    )
    .orderBy(desc(contentChecks.completedAt), desc(contentChecks.id))
    .limit(1);
  return row;
}

/** Locks the series against other transactions that complete a check of it, until the transaction ends. */
export async function lockCheckSeries(tx: Queryable, { accountId, target }: CheckSeries): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`content-check ${accountId} ${target}`}, 0))`,
  );
}

export type CheckResult = {
  changed: boolean;
  /** From 0 to 1. */
  ratio: number;
  baselineScreenshotId: number | null;
  subject: string;
  masks: Rectangle[];
  diff: string | null;
  description: string | null;
};

/** PENDING → SUCCESS, as the newest check of its series, which must be locked. Undefined when the screenshot has no pending check. */
export async function completeContentCheck(
  tx: Queryable,
  key: CapturedKey,
  result: CheckResult,
): Promise<ContentCheckRow | undefined> {
  const [row] = await tx
    .update(contentChecks)
    .set({
      ...result,
      status: 'SUCCESS',
      // Later than every other success of the series, also within the same millisecond and after the clock was set back.
      completedAt: sql`greatest(clock_timestamp(), (
        select max(one.completed_at) + interval '1 millisecond' from content_checks one
        where one.account_id = content_checks.account_id and one.target = content_checks.target
          and one.status = 'SUCCESS'))`,
    })
    .where(and(capturedBy(key), eq(contentChecks.status, 'PENDING')))
    .returning();
  return row;
}

/** PENDING → FAILED for the pending checks of the screenshots, which it locks and returns in the order of their IDs. */
export async function failContentChecks(
  tx: Queryable,
  { accountId, screenshotIds }: { accountId: number; screenshotIds: number[] },
  description: string | null,
): Promise<ContentCheckRow[]> {
  const pending = tx
    .select({ id: contentChecks.id })
    .from(contentChecks)
    .where(
      and(
        eq(contentChecks.accountId, accountId),
        inArray(contentChecks.screenshotId, screenshotIds),
        eq(contentChecks.status, 'PENDING'),
      ),
    )
    .orderBy(asc(contentChecks.id))
    .for('update');
  const rows = await tx
    .update(contentChecks)
    .set({ status: 'FAILED', description, completedAt: sql`clock_timestamp()` })
    .where(inArray(contentChecks.id, pending))
    .returning();
  return rows.sort((a, b) => a.id - b.id);
}

/** A new capture of a schedule that detects changes. */
export type CaptureToCheck = {
  executionId: number;
  screenshotId: number;
  itemId: number;
  url: string;
  comparison: Comparison;
};

/** The captures of those executions whose schedules detect changes, ordered by execution and position of the item. */
export async function listCapturesToCheck(
  tx: Queryable,
  { accountId, executionIds }: { accountId: number; executionIds: number[] },
): Promise<CaptureToCheck[]> {
  if (executionIds.length === 0) return [];
  const rows = await tx.execute<Record<string, string> & { comparison: Comparison }>(sql`
    select e.id as execution_id, s.id as screenshot_id, s.item_id, s.url, p.comparison
    from schedule_executions e
    join schedules p on p.id = e.schedule_id and p.detect_changes
    join screenshots s on s.execution_id = e.id
    join schedule_items i on i.id = s.item_id
    where e.id in ${executionIds} and e.account_id = ${accountId}
    order by e.id, i.position`);
  return rows.map((row) => ({
    executionId: Number(row.execution_id),
    screenshotId: Number(row.screenshot_id),
    itemId: Number(row.item_id),
    url: row.url!,
    comparison: row.comparison,
  }));
}
