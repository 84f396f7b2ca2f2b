import type { ScreenshotStatus } from '@shotclock/contracts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { scheduleItems, schedules } from '../schema/schedules.ts';
import { screenshots } from '../schema/screenshots.ts';
import { type CountedActivity, countActivity } from './feed-counts.ts';
import { suspectObjects } from './objects.ts';

/** A screenshot's status, which nobody changes until the transaction ends. Undefined when the account has no such one. */
export async function lockScreenshot(
  tx: Queryable,
  key: { accountId: number; screenshotId: number },
): Promise<ScreenshotStatus | undefined> {
  const [row] = await tx
    .select({ status: screenshots.status })
    .from(screenshots)
    .where(and(eq(screenshots.id, key.screenshotId), eq(screenshots.accountId, key.accountId)))
    .for('update');
  return row?.status;
}

/**
 * Deletes screenshots, which the transaction has locked, and takes the finished ones out of the counts. What they stored is
 * swept when nothing else refers to it.
 */
export async function deleteScreenshots(tx: Queryable, screenshotIds: number[]): Promise<void> {
  if (screenshotIds.length === 0) return;
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
  await suspectObjects(tx, [...new Set(stored.filter((hash) => hash !== null))]);
  await countActivity(
    tx,
    deleted.filter((row): row is typeof row & CountedActivity => row.capturedAt !== null),
    -1,
  );
}

/**
 * Locks finished screenshots of schedules, deleted ones included, whose `retention_days` have passed since the capture;
 * those that another transaction holds are skipped.
 */
export async function lockExpired(tx: Queryable, limit: number): Promise<number[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select expired.id
    from ${schedules} s
    join ${scheduleItems} i on i.schedule_id = s.id
    cross join lateral (
      select id from ${screenshots} c
      where c.item_id = i.id and c.captured_at < now() - make_interval(days => s.retention_days)
      order by c.captured_at limit ${limit} for update skip locked
    ) as expired
    where s.retention_days is not null limit ${limit}`);
  return rows.map((row) => Number(row.id));
}
