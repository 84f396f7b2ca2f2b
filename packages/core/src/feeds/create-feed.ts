import { type CreatedFeed, type CreateFeedBody, limits } from '@shotclock/contracts';
import { findRuleSchedules, insertFeed, lockFeedCount } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, refuse } from '../errors.ts';
import { generateToken } from '../random-token.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { feedPath } from './feed-path.ts';
import { feedResource } from './feed-resource.ts';

/**
 * Creates a feed of the changes of a schedule or of the account. Only the result contains its addresses.
 * @throws CoreError conflict (the limit on feeds), validation_failed (the schedule does not exist)
 */
export function createFeed(
  ctx: CoreContext,
  { name, scheduleId = null }: CreateFeedBody,
): Promise<CreatedFeed> {
  const { accountId, links } = ctx;
  return inTransaction(
    ctx,
    ({ id }) => changed('FEED', id),
    async (tx) => {
      const scheduleIds = scheduleId === null ? [] : [scheduleId];
      if ((await findRuleSchedules(tx, { accountId, scheduleIds })).length < scheduleIds.length)
        refuse([{ path: '/scheduleId', code: 'not_found', message: 'is not the ID of a schedule' }]);
      const max = limits.feeds.ofAccount;
      if ((await lockFeedCount(tx, { accountId })) >= max)
        throw new CoreError('conflict', `The account's limit is ${max} feeds. Delete a feed first.`);
      const { token, hash } = generateToken();
      const row = await insertFeed(tx, { accountId, name, scheduleId, tokenHash: hash });
      return {
        ...feedResource(row),
        atomUrl: links.plain(feedPath(token, 'atom.xml')),
        jsonUrl: links.plain(feedPath(token, 'feed.json')),
      };
    },
  );
}
