// A first look exists from the hold of its check until the settlement of the capture. Both are fenced by the token of the
// capture, so a worker that holds the token finds it unchanged.
import type { Rectangle } from '@shotclock/contracts';
import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { firstLooks } from '../../schema/first-looks.ts';
import type { CapturedKey } from '../content-checks/content-checks.ts';
import { inSeconds } from '../in-seconds.ts';
import { shareLockScreenshot } from './screenshots.ts';

export type FirstLookRow = typeof firstLooks.$inferSelect;
/** The result of the capture that showed the first look. */
export type FirstLookCapture = Omit<FirstLookRow, 'screenshotId' | 'accountId' | 'capturedAt'>;

/** Stores the first look of the screenshot's pending check until its second look, `afterSeconds` from now. */
export async function storeFirstLook(
  tx: Queryable,
  key: CapturedKey,
  {
    subject,
    masks,
    afterSeconds,
    capture,
  }: { subject: string; masks: Rectangle[]; afterSeconds: number; capture: FirstLookCapture },
): Promise<void> {
  // Deletions also lock the screenshot before its check.
  if (!(await shareLockScreenshot(tx, key))) return;
  await tx.insert(firstLooks).values({ ...key, ...capture });
  await tx
    .update(contentChecks)
    .set({ subject, masks, confirmAt: inSeconds(afterSeconds) })
    .where(
      and(
        eq(contentChecks.screenshotId, key.screenshotId),
        eq(contentChecks.accountId, key.accountId),
        eq(contentChecks.status, 'PENDING'),
      ),
    );
}

/** The first look of a screenshot that waits for its second look. */
export async function findFirstLook(db: Queryable, screenshotId: number): Promise<FirstLookRow | undefined> {
  const [row] = await db.select().from(firstLooks).where(eq(firstLooks.screenshotId, screenshotId));
  return row;
}

/** Deletes the first looks of screenshots. Returns the hashes of the objects that they referred to. */
export async function deleteFirstLooks(
  tx: Queryable,
  { accountId, screenshotIds }: { accountId: number; screenshotIds: number[] },
): Promise<string[]> {
  const { image, thumbnail, html, text } = firstLooks;
  const rows = await tx
    .delete(firstLooks)
    .where(and(inArray(firstLooks.screenshotId, screenshotIds), eq(firstLooks.accountId, accountId)))
    .returning({ image, thumbnail, html, text });
  return rows.flatMap((row) => Object.values(row)).filter((hash) => hash !== null);
}
