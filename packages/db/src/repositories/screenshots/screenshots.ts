import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { preparedSelect } from '../prepared-statement.ts';
import { type ScreenshotRow, selectScreenshots } from './progress.ts';

export type { ScreenshotRow } from './progress.ts';
export type NewScreenshot = Omit<typeof screenshots.$inferInsert, 'status'> &
  Pick<typeof captures.$inferInsert, 'attemptsLeft' | 'requestId' | 'traceParent'>;
type Key = { accountId: number; screenshotId: number };

const ofKey = (key: Key) =>
  and(eq(screenshots.id, key.screenshotId), eq(screenshots.accountId, key.accountId));

/** Inserts a waiting capture and its PENDING record. */
export async function insertScreenshot(
  tx: Queryable,
  { attemptsLeft, requestId = null, traceParent = null, ...record }: NewScreenshot,
): Promise<ScreenshotRow> {
  const [row] = await tx
    .insert(screenshots)
    .values({ ...record, status: 'PENDING' })
    .returning();
  const { id: screenshotId, accountId, executionId, source } = row!;
  await tx
    .insert(captures)
    .values({ screenshotId, accountId, executionId, source, attemptsLeft, requestId, traceParent });
  return row!;
}

const selectByKey = preparedSelect<Key, ScreenshotRow>('find_screenshot', (db, value) =>
  selectScreenshots(db).where(
    and(eq(screenshots.id, value('screenshotId')), eq(screenshots.accountId, value('accountId'))),
  ),
);

export async function findScreenshot(db: Queryable, key: Key): Promise<ScreenshotRow | undefined> {
  const [row] = await selectByKey(db, key);
  return row;
}

/** The screenshots of an account with these IDs, in any order. */
export const findScreenshots = (
  db: Queryable,
  { accountId, screenshotIds }: { accountId: number; screenshotIds: readonly number[] },
): Promise<ScreenshotRow[]> =>
  selectScreenshots(db).where(
    and(inArray(screenshots.id, [...screenshotIds]), eq(screenshots.accountId, accountId)),
  );

/** Like `findScreenshot`, but also locks the screenshot against deletion until the transaction ends. */
export async function shareLockScreenshot(tx: Queryable, key: Key): Promise<ScreenshotRow | undefined> {
  const [row] = await selectScreenshots(tx).where(ofKey(key)).for('key share', { of: screenshots });
  return row;
}

/** Locks the record of a screenshot; false if the account has no such screenshot. */
export async function lockScreenshot(tx: Queryable, key: Key): Promise<boolean> {
  const rows = await tx.select({ id: screenshots.id }).from(screenshots).where(ofKey(key)).for('update');
  return rows.length > 0;
}
