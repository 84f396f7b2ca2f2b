import type { PageRequest, ScreenshotSource, ScreenshotStatus, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { scheduleExecutions } from '../schema/executions.ts';
import { scheduleItems } from '../schema/schedules.ts';
import { screenshots } from '../schema/screenshots.ts';
import type { Period } from './activity.ts';
import { pageOrder, readPage } from './page.ts';

/** Which screenshots are listed; null filters nothing. The period is that of `createdAt`. */
export type ScreenshotFilter = Period & {
  status: ScreenshotStatus | null;
  source: ScreenshotSource | null;
  url: string | null;
  scheduleId: number | null;
  executionId: number | null;
  itemId: number | null;
};

const sortColumns = {
  createdAt: screenshots.createdAt,
  id: screenshots.id,
  completedAt: screenshots.capturedAt,
};

/** A page of an account's screenshots, finished or not. Both reads must see one snapshot. */
export async function listScreenshots(
  db: Queryable,
  accountId: number,
  request: PageRequest<SortField<'screenshots'>> & ScreenshotFilter,
) {
  const where = and(eq(screenshots.accountId, accountId), ...conditions(db, request));
  const [total] = await db.select({ value: count() }).from(screenshots).where(where);
  return readPage(request, total!.value, ({ offset, limit, direction }) => {
    const order = pageOrder(sortColumns[request.sort.field], screenshots.id, direction);
    // What is skipped is read from the index alone; only the page's own rows are fetched.
    const ids = db
      .select({ id: screenshots.id })
      .from(screenshots)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
    return db
      .select()
      .from(screenshots)
      .where(inArray(screenshots.id, ids))
      .orderBy(...order);
  });
}

function conditions(db: Queryable, filter: ScreenshotFilter): SQL[] {
  const { status, source, url, scheduleId, executionId, itemId, from, to } = filter;
  const all: SQL[] = [];
  if (status) all.push(eq(screenshots.status, status));
  if (source) all.push(eq(screenshots.source, source));
  if (url !== null) all.push(sql`md5(${screenshots.url}) = md5(${url})`, eq(screenshots.url, url));
  if (executionId !== null) all.push(eq(screenshots.executionId, executionId));
  if (scheduleId !== null)
    all.push(
      inArray(
        screenshots.executionId,
        db
          .select({ id: scheduleExecutions.id })
          .from(scheduleExecutions)
          .where(eq(scheduleExecutions.scheduleId, scheduleId)),
      ),
    );
  if (itemId !== null) {
    // By way of the schedule's executions, each of which has the item once: that index is there already.
    const schedule = db
      .select({ id: scheduleItems.scheduleId })
      .from(scheduleItems)
      .where(eq(scheduleItems.id, itemId));
    const executions = db
      .select({ id: scheduleExecutions.id })
      .from(scheduleExecutions)
      .where(eq(scheduleExecutions.scheduleId, sql`(${schedule})`));
    all.push(eq(screenshots.itemId, itemId), inArray(screenshots.executionId, executions));
  }
  if (from) all.push(gte(screenshots.createdAt, from));
  if (to) all.push(lte(screenshots.createdAt, to));
  return all;
}
