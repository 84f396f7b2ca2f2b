import type { ScreenshotSource } from '@shotclock/contracts';
import { eq, inArray, isNotNull, ne, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { containsText } from '../contains-text.ts';
import { hasId } from '../has-id.ts';
import { pageOrder } from '../page.ts';
import { hasTaggedItem, type TagFilter } from '../tag-filter.ts';
import { type UrlFilter, urlConditions } from '../urls/url-filter.ts';
import {
  noVerdictFilter,
  type VerdictFilter,
  verdictConditions,
  withoutImpliedStatus,
} from '../verdict-filter.ts';
import { activityFeed } from './feeds.ts';
import { type FeedPageRequest, readFeed } from './read-feed.ts';

/** The filter for the activity feed; null fields do not filter. */
export type ActivityFilter = UrlFilter &
  TagFilter &
  VerdictFilter & {
    source: ScreenshotSource | null;
    status: 'SUCCESS' | 'FAILED' | null;
    scheduleId: number | null;
    /** A substring of the description. */
    description: string | null;
  };

const noActivityFilter: ActivityFilter = {
  ...noVerdictFilter,
  source: null,
  status: null,
  url: null,
  urlContains: null,
  scheduleId: null,
  description: null,
  tags: null,
};

/** A page of an account's finished captures, with the exact total. `db` must be a transaction of `Database.snapshot`. */
export async function listFinishedScreenshots(
  db: Queryable,
  { accountId }: { accountId: number },
  request: FeedPageRequest & Partial<ActivityFilter>,
) {
  const { source, ...filter } = withoutImpliedStatus({ ...noActivityFilter, ...request });
  const filters = await conditions(db, accountId, filter);
  const isSuccessOnly = filter.status === 'SUCCESS' && filters.length === 1;
  const excluded = isSuccessOnly ? ne(screenshots.status, 'SUCCESS') : null;
  const selection = { feed: activityFeed, accountId, kind: source, filters, excluded };
  return readFeed(db, selection, request, {
    read: (ids, direction) =>
      db
        .select()
        .from(screenshots)
        .where(ids)
        .orderBy(...pageOrder(screenshots.capturedAt, screenshots.id, direction)),
    sortValue: (row) => row.capturedAt,
  });
}

async function conditions(
  db: Queryable,
  accountId: number,
  { status, scheduleId, description, tags, ...filter }: Omit<ActivityFilter, 'source'>,
): Promise<SQL[]> {
  const ofSchedule = (id: number) =>
    inArray(
      screenshots.executionId,
      db
        .select({ id: scheduleExecutions.id })
        .from(scheduleExecutions)
        .where(hasId(scheduleExecutions.scheduleId, id)),
    );
  return [
    ...(status === null ? [] : [eq(screenshots.status, status)]),
    ...verdictConditions(filter),
    ...(await urlConditions(db, 'screenshots', { accountId, ...filter })),
    ...(scheduleId === null ? [] : [ofSchedule(scheduleId)]),
    ...(tags === null ? [] : [await hasTaggedItem(db, screenshots.itemId, { accountId, tags })]),
    ...(description === null
      ? []
      : [isNotNull(screenshots.description), containsText(screenshots.description, description)]),
  ];
}
