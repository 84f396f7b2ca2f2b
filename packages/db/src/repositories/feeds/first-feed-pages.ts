import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../client.ts';
import { counts } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { walletEntries } from '../../schema/wallet.ts';
import { counterOf, isCounter } from '../facts/counters.ts';
import { isUncounted } from '../facts/uncounted.ts';
import { firstPages, isFirstPage } from '../first-pages.ts';
import { pageOrder } from '../page.ts';
import type { ActivityFilter } from './activity.ts';
import { activityFeed, type Feed, walletFeed } from './feeds.ts';
import type { FeedPageRequest } from './read-feed.ts';
import type { WalletEntryFilter } from './wallet-entries.ts';

/** A feed's statements for both directions, for all kinds and for one kind. The total is computed from the counts. */
function firstFeedPages<Table extends PgTable & { id: PgColumn }>(name: string, table: Table, feed: Feed) {
  const prepare = (ofKind: boolean, direction: 'asc' | 'desc') =>
    firstPages<{ accountId: number; kind: string }, Table>(
      `${name}_${ofKind ? 'of_kind_' : ''}${direction}`,
      table,
      (value) => {
        const account = () => sql`${value('accountId')}::bigint`;
        const kind = () => sql`${value('kind')}::text`;
        const counted = () =>
          sql`account_id = ${account()} and ${ofKind ? sql`counter = ${counterOf(feed.counters, kind())}` : isCounter(feed.counters)}`;
        return {
          where: sql`${feed.accountId} = ${account()} and ${feed.at} is not null${ofKind ? sql` and ${feed.kind} = ${kind()}` : sql``}`,
          order: pageOrder(feed.at, feed.id, direction),
          total: sql`coalesce((select sum(total) from ${counts} where ${counted()}), 0)
            + coalesce((select sum(records) from ${facts} where ${counted()} and ${isUncounted}), 0)`,
        };
      },
    );
  const statements = {
    all: { asc: prepare(false, 'asc'), desc: prepare(false, 'desc') },
    kind: { asc: prepare(true, 'asc'), desc: prepare(true, 'desc') },
  };
  return (db: Queryable, accountId: number, kind: string | null, request: FeedPageRequest) => {
    const { direction } = request.sort;
    return statements[kind === null ? 'all' : 'kind'][direction](
      db,
      { accountId, kind: kind ?? '' },
      request,
    );
  };
}

const readActivity = firstFeedPages('first_activity', screenshots, activityFeed);
const readEntries = firstFeedPages('first_entries', walletEntries, walletFeed);

/** One of the first pages of the activity feed; null for other requests, which need `listFinishedScreenshots`. */
export async function firstFinishedScreenshots(
  db: Queryable,
  { accountId }: { accountId: number },
  request: FeedPageRequest & Partial<ActivityFilter>,
) {
  const { from, to, status, url, urlContains, scheduleId, description, verdicts, httpStatuses, tags } =
    request;
  const filters = [from, to, status, url, urlContains, scheduleId, description, verdicts, httpStatuses, tags];
  if (!isFirstPage(request, filters)) return null;
  return readActivity(db, accountId, request.source ?? null, request);
}

/** One of the first pages of the ledger; null for other requests, which need `listWalletEntries`. */
export async function firstWalletEntries(
  db: Queryable,
  { accountId }: { accountId: number },
  request: FeedPageRequest & Partial<WalletEntryFilter>,
) {
  const { from, to, transactionType, url, urlContains, scheduleId, description, tags } = request;
  if (!isFirstPage(request, [from, to, transactionType, url, urlContains, scheduleId, description, tags]))
    return null;
  return readEntries(db, accountId, request.referenceType ?? null, request);
}
