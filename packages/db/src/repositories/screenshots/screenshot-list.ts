import type { PageRequest, ScreenshotSource, ScreenshotStatus, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { activityCounts } from '../../schema/feed-counts.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import type { Period } from '../feeds/feed-selection.ts';
import { idsOfPage, pageOrder, readPage, type Window } from '../page.ts';
import type { ScreenshotRow } from './screenshots.ts';

/** Which screenshots are listed; null filters nothing. The period is that of `createdAt`. */
export type ScreenshotFilter = Period & {
  status: ScreenshotStatus | null;
  source: ScreenshotSource | null;
  url: string | null;
  scheduleId: number | null;
  executionId: number | null;
  itemId: number | null;
};

/** No filter. */
export const noScreenshotFilter: ScreenshotFilter = {
  status: null,
  source: null,
  url: null,
  scheduleId: null,
  executionId: null,
  itemId: null,
  from: null,
  to: null,
};

const sortColumns = {
  createdAt: screenshots.createdAt,
  id: screenshots.id,
  completedAt: screenshots.capturedAt,
};
type SortColumn = (typeof sortColumns)[keyof typeof sortColumns];
type Part = { where: SQL | undefined; column: SortColumn };

/** A page of an account's screenshots, finished or not. `db` must be a snapshot. */
export async function listScreenshots(
  db: Queryable,
  accountId: number,
  request: PageRequest<SortField<'screenshots'>> & ScreenshotFilter,
) {
  const { field } = request.sort;
  const where = conditions(db, accountId, request);
  const total = await countListed(db, accountId, request, where);
  return readPage(request, total, (window) =>
    field === 'completedAt'
      ? readByCompletion(db, where, total, window)
      : readRows(db, where, sortColumns[field], window),
  );
}

async function countScreenshots(db: Queryable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ value: count() }).from(screenshots).where(where);
  return row!.value;
}

/**
 * The feed counts finished captures already, and those that did not succeed have an index of their own: without a narrower
 * filter the total costs no look at what succeeded.
 */
async function countListed(
  db: Queryable,
  accountId: number,
  filter: ScreenshotFilter,
  where: SQL | undefined,
): Promise<number> {
  const { status, source, url, scheduleId, executionId, itemId, from, to } = filter;
  const narrow = [url, scheduleId, executionId, itemId, from, to].some((value) => value !== null);
  if (narrow || (status !== null && status !== 'SUCCESS')) return countScreenshots(db, where);
  const [finished] = await db
    .select({ total: sql<number>`coalesce(sum(${activityCounts.total}), 0)::float8` })
    .from(activityCounts)
    .where(
      and(eq(activityCounts.accountId, accountId), ...(source ? [eq(activityCounts.source, source)] : [])),
    );
  const count = (statuses: ScreenshotStatus[]) =>
    countScreenshots(
      db,
      and(
        eq(screenshots.accountId, accountId),
        inArray(screenshots.status, statuses),
        ...(source ? [eq(screenshots.source, source)] : []),
      ),
    );
  return status === 'SUCCESS'
    ? finished!.total - (await count(['FAILED']))
    : finished!.total + (await count(['PENDING', 'PROCESSING']));
}

function readRows(
  db: Queryable,
  where: SQL | undefined,
  column: SortColumn,
  window: Window,
): Promise<ScreenshotRow[]> {
  const { id } = screenshots;
  return db
    .select()
    .from(screenshots)
    .where(inArray(id, idsOfPage(db, { id, column, where }, window)))
    .orderBy(...pageOrder(column, id, window.direction));
}

/** No index holds finished and unfinished ones by their completion, but each part has one: they are read one after the other. */
async function readByCompletion(
  db: Queryable,
  where: SQL | undefined,
  total: number,
  { offset, limit, direction }: Window,
): Promise<ScreenshotRow[]> {
  const finished: Part = {
    where: and(where, isNotNull(screenshots.capturedAt)),
    column: screenshots.capturedAt,
  };
  const unfinished: Part = {
    where: and(where, inArray(screenshots.status, ['PENDING', 'PROCESSING'])),
    column: screenshots.id,
  };
  const waiting = await countScreenshots(db, unfinished.where);
  const ascending = direction === 'asc';
  const [first, second] = ascending ? [finished, unfinished] : [unfinished, finished];
  const inFirst = ascending ? total - waiting : waiting;
  const fromFirst = Math.max(0, Math.min(limit, inFirst - offset));
  const read = (part: Part, skip: number, most: number) =>
    most === 0 ? [] : readRows(db, part.where, part.column, { offset: skip, limit: most, direction });
  return [
    ...(await read(first, offset, fromFirst)),
    ...(await read(second, Math.max(0, offset - inFirst), limit - fromFirst)),
  ];
}

/** Captures of executions are found by way of these: the index that holds each item of them once answers it alone. */
function conditions(db: Queryable, accountId: number, filter: ScreenshotFilter): SQL | undefined {
  const { status, source, url, itemId, from, to } = filter;
  const executions = executionConditions(db, filter);
  return and(
    executions.length === 0
      ? eq(screenshots.accountId, accountId)
      : inArray(
          screenshots.executionId,
          db
            .select({ id: scheduleExecutions.id })
            .from(scheduleExecutions)
            .where(and(eq(scheduleExecutions.accountId, accountId), ...executions)),
        ),
    ...(itemId === null ? [] : [eq(screenshots.itemId, itemId)]),
    ...(status ? [eq(screenshots.status, status)] : []),
    ...(source ? [eq(screenshots.source, source)] : []),
    ...(url === null ? [] : [sql`md5(${screenshots.url}) = md5(${url})`, eq(screenshots.url, url)]),
    ...(from ? [gte(screenshots.createdAt, from)] : []),
    ...(to ? [lte(screenshots.createdAt, to)] : []),
  );
}

function executionConditions(
  db: Queryable,
  { executionId, scheduleId, itemId }: Pick<ScreenshotFilter, 'executionId' | 'scheduleId' | 'itemId'>,
): SQL[] {
  const ofItem = db
    .select({ id: scheduleItems.scheduleId })
    .from(scheduleItems)
    .where(eq(scheduleItems.id, itemId ?? 0));
  return [
    ...(executionId === null ? [] : [eq(scheduleExecutions.id, executionId)]),
    ...(scheduleId === null ? [] : [eq(scheduleExecutions.scheduleId, scheduleId)]),
    ...(itemId === null ? [] : [eq(scheduleExecutions.scheduleId, sql`(${ofItem})`)]),
  ];
}
