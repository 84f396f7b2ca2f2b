import { type Feed, type Page, type PageRequest, pageOf, type SortField } from '@shotclock/contracts';
import { listFeeds as listFeedRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { feedResource } from './feed-resource.ts';

/** Lists the account's feeds, without their addresses. */
export async function listFeeds(
  { db, accountId }: CoreContext,
  input: PageRequest<SortField<'feeds'>>,
): Promise<Page<Feed>> {
  const found = await db.snapshot((tx) => listFeedRows(tx, { accountId }, input));
  return pageOf(found.rows.map(feedResource), found, input);
}
