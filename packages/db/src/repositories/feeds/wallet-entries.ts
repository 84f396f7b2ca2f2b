import type { WalletReferenceType } from '@shotclock/contracts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { walletEntries } from '../../schema/wallet.ts';
import { containsText } from '../contains-text.ts';
import { hasId } from '../has-id.ts';
import { pageOrder } from '../page.ts';
import { hasTaggedItem, type TagFilter } from '../tag-filter.ts';
import { type UrlFilter, urlConditions } from '../urls/url-filter.ts';
import { walletFeed } from './feeds.ts';
import { type FeedPageRequest, readFeed } from './read-feed.ts';

/**
 * The filter for a list of ledger entries; null fields do not filter. The URLs and tags are taken from the check that the
 * entry pays for.
 */
export type WalletEntryFilter = UrlFilter &
  TagFilter & {
    referenceType: WalletReferenceType | null;
    transactionType: 'DEBIT' | 'CREDIT' | null;
    /** The schedule of the check that the entry pays for. */
    scheduleId: number | null;
    /** A substring of the description. */
    description: string | null;
  };

const noWalletEntryFilter: WalletEntryFilter = {
  referenceType: null,
  transactionType: null,
  url: null,
  urlContains: null,
  scheduleId: null,
  description: null,
  tags: null,
};

/** A page of an account's ledger entries, with the exact total. `db` must be a transaction of `Database.snapshot`. */
export async function listWalletEntries(
  db: Queryable,
  { accountId }: { accountId: number },
  request: FeedPageRequest & Partial<WalletEntryFilter>,
) {
  const { referenceType: kind, ...filter } = { ...noWalletEntryFilter, ...request };
  const filters = await conditions(db, accountId, filter);
  const selection = { feed: walletFeed, accountId, kind, filters };
  return readFeed(db, selection, request, {
    read: (ids, direction) =>
      db
        .select()
        .from(walletEntries)
        .where(ids)
        .orderBy(...pageOrder(walletEntries.createdAt, walletEntries.id, direction)),
    sortValue: (row) => row.createdAt,
  });
}

async function conditions(
  db: Queryable,
  accountId: number,
  { transactionType, scheduleId, description, tags, ...filter }: Omit<WalletEntryFilter, 'referenceType'>,
): Promise<SQL[]> {
  const ofChecks = (selected: SQL) =>
    and(
      eq(walletEntries.referenceType, 'CONTENT_CHANGE'),
      inArray(
        walletEntries.referenceId,
        db
          .select({ id: sql`${contentChecks.id}::text` })
          .from(contentChecks)
          .where(and(eq(contentChecks.accountId, accountId), selected)),
      ),
    )!;
  const items = (id: number) =>
    db.select({ id: scheduleItems.id }).from(scheduleItems).where(hasId(scheduleItems.scheduleId, id));
  return [
    ...(transactionType === null ? [] : [eq(walletEntries.transactionType, transactionType)]),
    ...(await urlConditions(db, 'contentChecks', { accountId, ...filter })).map(ofChecks),
    ...(scheduleId === null ? [] : [ofChecks(inArray(contentChecks.itemId, items(scheduleId)))]),
    ...(tags === null ? [] : [ofChecks(await hasTaggedItem(db, contentChecks.itemId, { accountId, tags }))]),
    ...(description === null ? [] : [containsText(walletEntries.description, description)]),
  ];
}
