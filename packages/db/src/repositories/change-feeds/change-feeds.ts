import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { feeds } from '../../schema/feeds.ts';
import { lockAccountForCount } from '../accounts/lock-account-for-count.ts';
import { hasId } from '../has-id.ts';
import { readRows } from '../page.ts';
import { preparedSelect } from '../prepared-statement.ts';

export type FeedRow = typeof feeds.$inferSelect;
type Owner = { accountId: number };
type Key = Owner & { feedId: number };

const ofKey = ({ accountId, feedId }: Key) => and(hasId(feeds.id, feedId), eq(feeds.accountId, accountId));

/** Locks the account against other transactions that add feeds, and counts its feeds. */
export async function lockFeedCount(tx: Queryable, { accountId }: Owner): Promise<number> {
  await lockAccountForCount(tx, { accountId });
  return tx.$count(feeds, eq(feeds.accountId, accountId));
}

export async function insertFeed(
  tx: Queryable,
  feed: Pick<FeedRow, 'accountId' | 'name' | 'scheduleId' | 'tokenHash'>,
): Promise<FeedRow> {
  const [row] = await tx.insert(feeds).values(feed).returning();
  return row!;
}

export async function findFeed(db: Queryable, key: Key): Promise<FeedRow | undefined> {
  const [row] = await db.select().from(feeds).where(ofKey(key));
  return row;
}

/** Like `findFeed`, but also locks the feed until the transaction ends. */
export async function lockFeed(tx: Queryable, key: Key): Promise<FeedRow | undefined> {
  const [row] = await tx.select().from(feeds).where(ofKey(key)).for('update');
  return row;
}

/** Deletes a locked feed. */
export async function deleteFeed(tx: Queryable, key: Key): Promise<void> {
  await tx.delete(feeds).where(ofKey(key));
}

/** A page of an account's feeds. `db` must be a transaction of `Database.snapshot`. */
export async function listFeeds(
  db: Queryable,
  { accountId }: Owner,
  request: PageRequest<SortField<'feeds'>>,
) {
  return readRows(db, feeds, eq(feeds.accountId, accountId), request);
}

const selectByToken = preparedSelect<{ tokenHash: string }, FeedRow>('find_feed', (db, value) =>
  db
    .select()
    .from(feeds)
    .where(eq(feeds.tokenHash, value('tokenHash'))),
);

/** Finds the feed with the token in any account. Only for the addresses of feeds. */
export async function findFeedByToken(db: Queryable, tokenHash: string): Promise<FeedRow | undefined> {
  const [row] = await selectByToken(db, { tokenHash });
  return row;
}
