import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { screenshots } from '../../schema/screenshots.ts';

export type ScreenshotRow = typeof screenshots.$inferSelect;
export type NewScreenshot = typeof screenshots.$inferInsert;
/** A screenshot whose row the transaction has locked. */
export type LockedScreenshot = Pick<ScreenshotRow, 'id' | 'executionId' | 'status'>;

export async function insertScreenshot(db: Queryable, screenshot: NewScreenshot): Promise<ScreenshotRow> {
  const [row] = await db.insert(screenshots).values(screenshot).returning();
  return row!;
}

export async function findScreenshot(
  db: Queryable,
  key: { accountId: number; screenshotId: number },
): Promise<ScreenshotRow | undefined> {
  const [row] = await db
    .select()
    .from(screenshots)
    .where(and(eq(screenshots.id, key.screenshotId), eq(screenshots.accountId, key.accountId)));
  return row;
}

/** Like `findScreenshot`, and locks the screenshot against deletion until the transaction ends. */
export async function shareLockScreenshot(
  tx: Queryable,
  key: { accountId: number; screenshotId: number },
): Promise<ScreenshotRow | undefined> {
  const [row] = await tx
    .select()
    .from(screenshots)
    .where(and(eq(screenshots.id, key.screenshotId), eq(screenshots.accountId, key.accountId)))
    .for('key share');
  return row;
}
