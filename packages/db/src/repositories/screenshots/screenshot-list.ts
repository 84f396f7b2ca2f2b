import type { PageRequest, ScreenshotSource, ScreenshotStatus, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import type { Period } from '../feeds/feed-selection.ts';
import { countRecords } from '../feeds/feed-total.ts';
import { screenshotFeed } from '../feeds/feeds.ts';
import { idsOfPage, pageOrder, readPage, type Window } from '../page.ts';
import { hasTaggedItem, type TagFilter } from '../tag-filter.ts';
import { type UrlFilter, urlConditions } from '../urls/url-filter.ts';
import {
  noVerdictFilter,
  type VerdictFilter,
  verdictConditions,
  withoutImpliedStatus,
} from '../verdict-filter.ts';
import { countItemScreenshots, finishedIdsOfItem } from './item-screenshots.ts';
import { hasStatus, isUnfinished, type ScreenshotRow, selectScreenshots } from './progress.ts';

/** The filter for a list of screenshots; null fields do not filter. The period applies to `createdAt`. */
export type ScreenshotFilter = Period &
  UrlFilter &
  TagFilter &
  VerdictFilter & {
    status: ScreenshotStatus | null;
    /** Whether the capture has finished. */
    finished: boolean | null;
    source: ScreenshotSource | null;
    scheduleId: number | null;
    executionId: number | null;
    itemId: number | null;
  };

export const noScreenshotFilter: ScreenshotFilter = {
  ...noVerdictFilter,
  status: null,
  finished: null,
  source: null,
  url: null,
  urlContains: null,
  scheduleId: null,
  executionId: null,
  itemId: null,
  tags: null,
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

/** A page of an account's screenshots. `db` must be a transaction of `Database.snapshot`. */
export async function listScreenshots(
  db: Queryable,
  { accountId }: { accountId: number },
  selected: PageRequest<SortField<'screenshots'>> & ScreenshotFilter,
) {
  const request = withoutImpliedStatus(selected);
  const { field } = request.sort;
  if (field === 'completedAt' && isOfItem(request)) return listItemScreenshots(db, accountId, request);
  const where = await conditions(db, accountId, request);
  let total = 0;
  return readPage(request, {
    count: async () => {
      total = await countListed(db, accountId, request, where);
      return total;
    },
    read: (window) =>
      field === 'completedAt'
        ? readByCompletion(db, where, total, window)
        : readRows(db, where, sortColumns[field], window),
    sortValue: (row) => (field === 'completedAt' ? row.capturedAt : row[field]),
  });
}

type OfItem = ScreenshotFilter & { itemId: number };

/** Whether a filter selects all captures of an item, or all finished or all unfinished ones, without other conditions. */
const isOfItem = <Filter extends ScreenshotFilter>(filter: Filter): filter is Filter & OfItem =>
  filter.itemId !== null &&
  Object.keys(noScreenshotFilter).every(
    (name) =>
      name === 'itemId' || name === 'finished' || (filter[name as keyof ScreenshotFilter] ?? null) === null,
  );

async function countOfItem(db: Queryable, accountId: number, { itemId, finished }: OfItem) {
  const counts = await countItemScreenshots(db, { accountId, itemId });
  return {
    finished: finished === false ? 0 : counts.finished,
    unfinished: finished === true ? 0 : counts.unfinished,
  };
}

/** The captures of an item by completion time. Unfinished captures come last, sorted by ID. */
function listItemScreenshots(
  db: Queryable,
  accountId: number,
  request: PageRequest<SortField<'screenshots'>> & OfItem,
) {
  const key = { accountId, itemId: request.itemId };
  const where = and(eq(screenshots.accountId, accountId), eq(screenshots.itemId, request.itemId));
  const counts = { finished: 0, unfinished: 0 };
  return readPage(request, {
    count: async () => {
      Object.assign(counts, await countOfItem(db, accountId, request));
      return counts.finished + counts.unfinished;
    },
    read: async (window) => {
      const { finished } = counts;
      const readFinished = async (part: Window) =>
        selectScreenshots(db)
          .where(inArray(screenshots.id, await finishedIdsOfItem(db, key, part)))
          .orderBy(...pageOrder(screenshots.capturedAt, screenshots.id, window.direction));
      const readUnfinished = (part: Window) => readRows(db, and(where, isUnfinished), screenshots.id, part);
      return window.direction === 'asc'
        ? readParts(window, finished, readFinished, readUnfinished)
        : readParts(window, counts.unfinished, readUnfinished, readFinished);
    },
    sortValue: (row) => row.capturedAt,
  });
}

type ReadPart = (window: Window) => Promise<ScreenshotRow[]>;

/** Reads a window of a list that consists of two parts; the first part has `inFirst` rows. */
async function readParts(
  window: Window,
  inFirst: number,
  readFirst: ReadPart,
  readSecond: ReadPart,
): Promise<ScreenshotRow[]> {
  const { offset, limit } = window;
  const fromFirst = Math.max(0, Math.min(limit, inFirst - offset));
  const fromSecond = limit - fromFirst;
  return [
    ...(fromFirst === 0 ? [] : await readFirst({ ...window, limit: fromFirst })),
    ...(fromSecond === 0
      ? []
      : await readSecond({ ...window, offset: Math.max(0, offset - inFirst), limit: fromSecond })),
  ];
}

async function countScreenshots(db: Queryable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ value: count() }).from(screenshots).where(where);
  return row!.value;
}

/**
 * The number of screenshots that match a filter. Unless the filter is narrow, this is calculated without reading
 * successful captures: the feed counts include all captures, and unsuccessful captures have a small index.
 */
async function countListed(
  db: Queryable,
  accountId: number,
  filter: ScreenshotFilter,
  where: SQL | undefined,
): Promise<number> {
  const { status, source, url, urlContains, scheduleId, executionId, itemId, from, to } = filter;
  const { verdicts, httpStatuses, tags } = filter;
  if (isOfItem(filter)) {
    const { finished, unfinished } = await countOfItem(db, accountId, filter);
    return finished + unfinished;
  }
  const narrow = [url, urlContains, scheduleId, executionId, itemId, verdicts, httpStatuses, tags].some(
    (value) => value !== null,
  );
  if (narrow || filter.finished === false || (status !== null && status !== 'SUCCESS'))
    return countScreenshots(db, where);
  const all = await countRecords(db, screenshotFeed, { accountId, kind: source, period: { from, to } });
  if (status === null && filter.finished === null) return all;
  const others = and(
    await conditions(db, accountId, { ...filter, status: null, finished: null }),
    status === null ? isUnfinished : ne(screenshots.status, status),
  );
  return all - (await countScreenshots(db, others));
}

function readRows(
  db: Queryable,
  where: SQL | undefined,
  column: SortColumn,
  window: Window,
): Promise<ScreenshotRow[]> {
  const { id } = screenshots;
  return selectScreenshots(db)
    .where(inArray(id, idsOfPage(db, { id, column, where }, window)))
    .orderBy(...pageOrder(column, id, window.direction));
}

/**
 * Finished and unfinished captures have separate indexes for sorting by completion, so the two parts are read one after
 * the other.
 */
async function readByCompletion(
  db: Queryable,
  where: SQL | undefined,
  total: number,
  window: Window,
): Promise<ScreenshotRow[]> {
  const finished: Part = {
    where: and(where, isNotNull(screenshots.capturedAt)),
    column: screenshots.capturedAt,
  };
  const unfinished: Part = {
    where: and(where, isUnfinished),
    column: screenshots.id,
  };
  const waiting = await countScreenshots(db, unfinished.where);
  const read = (part: Part) => (of: Window) => readRows(db, part.where, part.column, of);
  return window.direction === 'asc'
    ? readParts(window, total - waiting, read(finished), read(unfinished))
    : readParts(window, waiting, read(unfinished), read(finished));
}

/**
 * Captures of schedules, executions and items are found through their executions, using the unique index on execution and
 * item.
 */
async function conditions(
  db: Queryable,
  accountId: number,
  filter: ScreenshotFilter,
): Promise<SQL | undefined> {
  const { status, finished, source, itemId, tags, from, to } = filter;
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
    ...(tags === null ? [] : [await hasTaggedItem(db, screenshots.itemId, { accountId, tags })]),
    ...(status ? [hasStatus(status)] : []),
    ...(finished === null ? [] : [finished ? isNotNull(screenshots.capturedAt) : isUnfinished]),
    ...(source ? [eq(screenshots.source, source)] : []),
    ...verdictConditions(filter),
    ...(await urlConditions(db, 'screenshots', { ...filter, accountId })),
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
