import { deleteFeed as deleteFeedRow, lockFeed } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { feedResource } from './feed-resource.ts';

/**
 * Deletes a feed, whose addresses then stop working.
 * @throws CoreError not_found, precondition_failed
 */
export function deleteFeed(ctx: CoreContext, { feedId }: { feedId: number }): Promise<void> {
  const key = { accountId: ctx.accountId, feedId };
  return inTransaction(ctx, changed('FEED', feedId), async (tx) => {
    const row = await lockFeed(tx, key);
    if (!row) throw notFound('feed', feedId);
    await assertCurrent(ctx, () => feedResource(row));
    await deleteFeedRow(tx, key);
  });
}
