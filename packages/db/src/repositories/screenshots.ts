import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { objects, screenshots } from '../schema/screenshots.ts';

export type ScreenshotRow = typeof screenshots.$inferSelect;
export type NewScreenshot = typeof screenshots.$inferInsert;
export type ObjectRow = typeof objects.$inferSelect;

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

/** As `findScreenshot`, and nobody deletes the screenshot until the transaction ends. */
export async function holdScreenshot(
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

export async function findObject(db: Queryable, sha256: string): Promise<ObjectRow | undefined> {
  const [row] = await db.select().from(objects).where(eq(objects.sha256, sha256));
  return row;
}

/** Sizes in bytes of stored objects, by their hashes. */
export async function findObjectSizes(db: Queryable, hashes: string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select({ sha256: objects.sha256, size: objects.size })
    .from(objects)
    .where(inArray(objects.sha256, hashes));
  return new Map(rows.map((row) => [row.sha256, row.size]));
}

/** Records stored objects, before a transaction locks anything else: two that store the same meet here, in one order. */
export async function insertObjects(tx: Queryable, rows: Omit<ObjectRow, 'createdAt'>[]): Promise<void> {
  const ordered = rows.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  if (ordered.length > 0) await tx.insert(objects).values(ordered).onConflictDoNothing();
}
