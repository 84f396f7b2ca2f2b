import type { ScreenshotStatus } from '@shotclock/contracts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import type { LockedScreenshot } from '../screenshots/screenshots.ts';
import { type SettledScreenshot, settleAndCount, settlement } from './attempts.ts';

const unfinished: ScreenshotStatus[] = ['PENDING', 'PROCESSING'];

export const isUnfinished = ({ status }: LockedScreenshot): boolean => unfinished.includes(status);

/** Locks at most `limit` unfinished captures of an execution, in the order of their IDs. */
export async function lockUnfinishedCaptures(
  tx: Queryable,
  executionId: number,
  limit: number,
): Promise<LockedScreenshot[]> {
  const { id, status } = screenshots;
  return tx
    .select({ id, executionId: screenshots.executionId, status })
    .from(screenshots)
    .where(and(eq(screenshots.executionId, executionId), inArray(status, unfinished)))
    .orderBy(asc(id))
    .limit(limit)
    .for('update');
}

/**
 * PENDING | PROCESSING → FAILED with the code `cancelled`, with their feed counts, for locked captures. Removes the fencing token,
 * so that the worker that holds a capture can no longer settle or requeue it.
 */
export async function cancelScreenshots(
  tx: Queryable,
  captures: LockedScreenshot[],
  description: string,
): Promise<SettledScreenshot[]> {
  const ids = captures.map(({ id }) => id);
  const update = tx
    .update(screenshots)
    .set({ ...settlement, status: 'FAILED', failureCode: 'cancelled', description })
    .where(and(inArray(screenshots.id, ids), inArray(screenshots.status, unfinished)));
  return settleAndCount(tx, update, { inline: true });
}
