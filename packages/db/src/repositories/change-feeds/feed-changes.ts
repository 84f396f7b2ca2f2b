import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { pageRecords } from '../../schema/page-records.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import type { ContentCheckRow } from '../content-checks/content-checks.ts';
import { hasId } from '../has-id.ts';
import { pageOrder } from '../page.ts';

/** The changes that a feed lists: those of the schedule, or of the account if `scheduleId` is null. */
type Listed = { accountId: number; scheduleId: number | null };

/** A check that found a change. */
export type FeedChange = Pick<ContentCheckRow, 'id' | 'url' | 'comparison' | 'screenshotId' | 'createdAt'> & {
  completedAt: Date;
  ratio: number;
  /** The title of the captured page; null if it has none, or after the deletion of the capture. */
  title: string | null;
};

/** The newest changes of a feed, newest first. */
export async function listFeedChanges(db: Queryable, listed: Listed, limit: number): Promise<FeedChange[]> {
  const { id, url, comparison, screenshotId, createdAt } = contentChecks;
  return db
    .select({
      ...{ id, url, comparison, screenshotId, createdAt },
      completedAt: sql<Date>`${contentChecks.completedAt}`.mapWith(contentChecks.completedAt),
      ratio: sql<number>`${contentChecks.ratio}`,
      title: sql<string | null>`${pageRecords.page}->>'title'`,
    })
    .from(contentChecks)
    .leftJoin(
      pageRecords,
      and(eq(pageRecords.screenshotId, screenshotId), eq(pageRecords.accountId, contentChecks.accountId)),
    )
    .where(isListed(db, listed))
    .orderBy(...pageOrder(createdAt, id, 'desc'))
    .limit(limit);
}

/** Finds a change of a feed. */
export async function findFeedChange(
  db: Queryable,
  { checkId, ...listed }: Listed & { checkId: number },
): Promise<ContentCheckRow | undefined> {
  const [row] = await db
    .select()
    .from(contentChecks)
    .where(and(hasId(contentChecks.id, checkId), isListed(db, listed)));
  return row;
}

/** The planner uses the partial index of changes only for this exact expression of `changed`. */
const isListed = (db: Queryable, { accountId, scheduleId }: Listed): SQL | undefined =>
  and(
    eq(contentChecks.accountId, accountId),
    sql`${contentChecks.changed}`,
    ...(scheduleId === null ? [] : [inArray(contentChecks.itemId, itemsOf(db, scheduleId))]),
  );

const itemsOf = (db: Queryable, scheduleId: number) =>
  db.select({ id: scheduleItems.id }).from(scheduleItems).where(hasId(scheduleItems.scheduleId, scheduleId));
