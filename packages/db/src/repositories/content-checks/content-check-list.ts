import type { ContentCheckStatus, PageRequest, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import type { Period } from '../feeds/feed-selection.ts';
import { countRecords } from '../feeds/feed-total.ts';
import { checkFeed } from '../feeds/feeds.ts';
import { hasId } from '../has-id.ts';
import { idsOfPage, pageOrder, readPage } from '../page.ts';
import { hasTaggedItem, type TagFilter } from '../tag-filter.ts';
import { type UrlFilter, urlConditions } from '../urls/url-filter.ts';
import type { ContentCheckRow } from './content-checks.ts';

/** The filter for a list of checks; fields that are null do not filter. The period applies to `createdAt`. */
export type CheckFilter = Period &
  UrlFilter &
  TagFilter & {
    status: ContentCheckStatus | null;
    changed: boolean | null;
    screenshotId: number | null;
    scheduleId: number | null;
    executionId: number | null;
    seen: boolean | null;
  };

export const noCheckFilter: CheckFilter = {
  status: null,
  changed: null,
  url: null,
  urlContains: null,
  screenshotId: null,
  scheduleId: null,
  executionId: null,
  seen: null,
  tags: null,
  from: null,
  to: null,
};

/** The planner uses the partial index of changes only for this exact expression. */
const isChanged = sql`${contentChecks.changed}`;

/** A page of an account's checks. `db` must be a transaction of `Database.snapshot`. */
export async function listContentChecks(
  db: Queryable,
  { accountId }: { accountId: number },
  request: PageRequest<SortField<'contentChecks'>> & CheckFilter,
) {
  const conditions = await conditionsOf(db, accountId, request);
  const where = and(eq(contentChecks.accountId, accountId), ...conditions);
  const { id } = contentChecks;
  const { field } = request.sort;
  const column = contentChecks[field];
  return readPage(request, {
    count: () => countListed(db, accountId, request, conditions),
    read: (window) =>
      db
        .select()
        .from(contentChecks)
        .where(inArray(id, idsOfPage(db, { id, column, where }, window)))
        .orderBy(...pageOrder(column, id, window.direction)),
    sortValue: (row) => row[field],
  });
}

/** The newest checks that found a change, without their total number. */
export async function listNewestChanges(
  db: Queryable,
  { accountId }: { accountId: number },
  limit: number,
): Promise<ContentCheckRow[]> {
  return db
    .select()
    .from(contentChecks)
    .where(and(eq(contentChecks.accountId, accountId), isChanged))
    .orderBy(...pageOrder(contentChecks.createdAt, contentChecks.id, 'desc'))
    .limit(limit);
}

/**
 * The number of checks that match a filter. Without a filter, and for filters by period or by the SUCCESS status, it is
 * calculated without reading successful checks.
 */
async function countListed(
  db: Queryable,
  accountId: number,
  filter: CheckFilter,
  conditions: SQL[],
): Promise<number> {
  const { status, changed, url, urlContains, screenshotId, scheduleId, executionId, seen, from, to } = filter;
  const { tags } = filter;
  const ofAccount = eq(contentChecks.accountId, accountId);
  const countWhere = async (...selected: SQL[]) => {
    const [row] = await db
      .select({ value: count() })
      .from(contentChecks)
      .where(and(ofAccount, ...selected));
    return row!.value;
  };
  const narrow = [changed, url, urlContains, screenshotId, scheduleId, executionId, seen, tags].some(
    (value) => value !== null,
  );
  if (narrow || (status !== null && status !== 'SUCCESS')) return countWhere(...conditions);
  const all = await countRecords(db, checkFeed, { accountId, kind: null, period: { from, to } });
  if (status === null) return all;
  const others = await conditionsOf(db, accountId, { ...filter, status: null });
  return all - (await countWhere(...others, ne(contentChecks.status, status)));
}

async function conditionsOf(db: Queryable, accountId: number, filter: CheckFilter): Promise<SQL[]> {
  const { from, to, status, changed, screenshotId, scheduleId, executionId, seen, tags } = filter;
  return [
    ...(from ? [gte(contentChecks.createdAt, from)] : []),
    ...(to ? [lte(contentChecks.createdAt, to)] : []),
    ...(status ? [eq(contentChecks.status, status)] : []),
    ...(changed === null ? [] : [changed ? isChanged : sql`not ${contentChecks.changed}`]),
    ...(await urlConditions(db, 'contentChecks', { ...filter, accountId })),
    ...(screenshotId === null ? [] : [hasId(contentChecks.screenshotId, screenshotId)]),
    ...(scheduleId === null ? [] : [inArray(contentChecks.itemId, itemsOf(db, scheduleId))]),
    ...(tags === null ? [] : [await hasTaggedItem(db, contentChecks.itemId, { accountId, tags })]),
    ...(executionId === null ? [] : [inArray(contentChecks.screenshotId, capturesOf(db, executionId))]),
    ...(seen === null ? [] : [seen ? isNotNull(contentChecks.seenAt) : isNull(contentChecks.seenAt)]),
  ];
}

const capturesOf = (db: Queryable, executionId: number) =>
  db.select({ id: screenshots.id }).from(screenshots).where(hasId(screenshots.executionId, executionId));

const itemsOf = (db: Queryable, scheduleId: number) =>
  db.select({ id: scheduleItems.id }).from(scheduleItems).where(hasId(scheduleItems.scheduleId, scheduleId));
