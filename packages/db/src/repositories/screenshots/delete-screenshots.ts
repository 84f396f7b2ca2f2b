import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { dropCheckObjects, lockChecksOfScreenshots } from '../content-checks/check-objects.ts';
import { type CountedActivity, countActivity } from '../feeds/feed-counts.ts';
import { markObjectsSuspect } from '../objects/objects.ts';
import type { LockedScreenshot } from './screenshots.ts';

/** Locks a screenshot. Undefined when the account has no such screenshot. */
export async function lockScreenshot(
  tx: Queryable,
  key: { accountId: number; screenshotId: number },
): Promise<LockedScreenshot | undefined> {
  const [row] = await tx
    .select({ id: screenshots.id, executionId: screenshots.executionId, status: screenshots.status })
    .from(screenshots)
    .where(and(eq(screenshots.id, key.screenshotId), eq(screenshots.accountId, key.accountId)))
    .for('update');
  return row;
}

/**
 * Deletes screenshots, which the transaction has locked, and subtracts the finished ones from the feed counts. Marks their objects as
 * suspect, and those objects of their checks that no later check needs.
 */
export async function deleteScreenshots(tx: Queryable, screenshotIds: number[]): Promise<void> {
  if (screenshotIds.length === 0) return;
  const checkIds = await lockChecksOfScreenshots(tx, screenshotIds);
  const deleted = await tx.delete(screenshots).where(inArray(screenshots.id, screenshotIds)).returning({
    accountId: screenshots.accountId,
    source: screenshots.source,
    capturedAt: screenshots.capturedAt,
    image: screenshots.image,
    thumbnail: screenshots.thumbnail,
    html: screenshots.html,
    text: screenshots.text,
  });
  const stored = deleted.flatMap(({ image, thumbnail, html, text }) => [image, thumbnail, html, text]);
  const ofChecks = await dropCheckObjects(tx, checkIds);
  await markObjectsSuspect(tx, [...new Set([...stored.filter((hash) => hash !== null), ...ofChecks])]);
  await countActivity(
    tx,
    deleted.filter((row): row is typeof row & CountedActivity => row.capturedAt !== null),
    -1,
  );
}
