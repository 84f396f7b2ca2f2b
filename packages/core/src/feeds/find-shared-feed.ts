import type { FeedRow } from '@shotclock/db';
import { findFeedByToken } from '@shotclock/db/all-accounts';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { isToken, tokenHash } from '../random-token.ts';

/**
 * Finds the feed of a token. The request does not need an account, because the token grants access.
 * @throws CoreError not_found (there is no such feed, or it was deleted)
 */
export async function findSharedFeed(
  { db }: Pick<CoreContext, 'db'>,
  { token }: { token: string },
): Promise<FeedRow> {
  const feed = isToken(token) ? await findFeedByToken(db.orm, tokenHash(token)) : undefined;
  if (!feed) throw new CoreError('not_found', 'There is no such feed: it never existed or was deleted.');
  return feed;
}
