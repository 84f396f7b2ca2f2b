import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { dropObjectsOfChecks, lockChecksOfScreenshots } from '../content-checks/check-objects.ts';
import { type CountedActivity, countDeletedActivity } from '../facts/append-facts.ts';
import { deleteVariants } from '../image-variants/image-variants.ts';
import { markObjectsSuspect } from '../objects/objects.ts';

/**
 * Deletes the records of finished captures, which the transaction has locked, and subtracts them from the counts. Marks
 * as suspect: their objects, their variants' objects, and objects of their checks that later checks do not need.
 */
export async function deleteScreenshots(
  tx: Queryable,
  { accountId, screenshotIds }: { accountId: number; screenshotIds: number[] },
): Promise<void> {
  await deleteRecords(tx, screenshotIds, accountId);
}

/** `deleteScreenshots` for records of any account. */
export async function deleteScreenshotsOfAny(tx: Queryable, screenshotIds: number[]): Promise<void> {
  await deleteRecords(tx, screenshotIds, null);
}

async function deleteRecords(
  tx: Queryable,
  screenshotIds: number[],
  accountId: number | null,
): Promise<void> {
  if (screenshotIds.length === 0) return;
  const checkIds = await lockChecksOfScreenshots(tx, screenshotIds, accountId);
  const ofVariants = await deleteVariants(tx, screenshotIds, accountId);
  const ofAccount = accountId === null ? undefined : eq(screenshots.accountId, accountId);
  const selected = and(inArray(screenshots.id, screenshotIds), ofAccount);
  const deleted = await tx.delete(screenshots).where(selected).returning({
    accountId: screenshots.accountId,
    source: screenshots.source,
    capturedAt: screenshots.capturedAt,
    image: screenshots.image,
    thumbnail: screenshots.thumbnail,
    html: screenshots.html,
    text: screenshots.text,
    bytes: screenshots.bytes,
  });
  const stored = deleted.flatMap(({ image, thumbnail, html, text }) => [image, thumbnail, html, text]);
  const ofChecks = await dropObjectsOfChecks(tx, checkIds, accountId);
  await markObjectsSuspect(tx, [
    ...new Set([...stored.filter((hash) => hash !== null), ...ofChecks, ...ofVariants]),
  ]);
  await countDeletedActivity(
    tx,
    deleted.filter((row): row is typeof row & CountedActivity => row.capturedAt !== null),
  );
}
