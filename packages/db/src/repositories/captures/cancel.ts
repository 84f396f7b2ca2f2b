import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';

/** A capture whose row the transaction has locked, so that no worker can settle, requeue or claim it. */
export type LockedCapture = { screenshotId: number; executionId: number | null; isRunning: boolean };

const columns = {
  screenshotId: captures.screenshotId,
  executionId: captures.executionId,
  token: captures.attemptToken,
};
type Row = { screenshotId: number; executionId: number | null; token: string | null };

const lockedCapture = ({ token, ...capture }: Row): LockedCapture => ({
  ...capture,
  isRunning: token !== null,
});

/**
 * Locks the unfinished capture of a screenshot. Undefined if the capture has finished or the account does not have the
 * screenshot.
 */
export async function lockCapture(
  tx: Queryable,
  key: { accountId: number; screenshotId: number },
): Promise<LockedCapture | undefined> {
  const [row] = await tx
    .select(columns)
    .from(captures)
    .where(and(eq(captures.screenshotId, key.screenshotId), eq(captures.accountId, key.accountId)))
    .for('update');
  return row && lockedCapture(row);
}

/** Locks at most `limit` unfinished captures of an execution, in ID order. */
export async function lockUnfinishedCaptures(
  tx: Queryable,
  { accountId, executionId }: { accountId: number; executionId: number },
  limit: number,
): Promise<LockedCapture[]> {
  const rows = await tx
    .select(columns)
    .from(screenshots)
    .innerJoin(captures, eq(captures.screenshotId, screenshots.id))
    .where(
      and(
        eq(screenshots.executionId, executionId),
        eq(screenshots.accountId, accountId),
        eq(screenshots.status, 'PENDING'),
      ),
    )
    .orderBy(asc(captures.screenshotId))
    .limit(limit)
    .for('update', { of: captures });
  return rows.map(lockedCapture);
}
