import type { Feed } from '@shotclock/contracts';
import { findFeed } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { feedResource } from './feed-resource.ts';

/** @throws CoreError not_found */
export async function getFeed({ db, accountId }: CoreContext, { feedId }: { feedId: number }): Promise<Feed> {
  const row = await findFeed(db.orm, { accountId, feedId });
  if (!row) throw notFound('feed', feedId);
  return feedResource(row);
}
