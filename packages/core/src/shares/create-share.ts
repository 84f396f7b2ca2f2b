import { type CreatedShare, type CreateShareBody, limits } from '@shotclock/contracts';
import { countShares, deleteExpiredShares, findScreenshot, insertShare, lockScreenshot } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, notFound } from '../errors.ts';
import { generateToken } from '../random-token.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { shareResource } from './share-resource.ts';

/**
 * Creates a public link to a screenshot's image. Only the result contains its URL. The caller must have checked the request with
 * `expiryErrors`.
 * @throws CoreError not_found, conflict (the screenshot has no image or too many links)
 */
export function createShare(
  ctx: CoreContext,
  input: { screenshotId: number } & CreateShareBody,
): Promise<CreatedShare> {
  const { accountId, links } = ctx;
  const { screenshotId, expiresAt } = input;
  const key = { accountId, screenshotId };
  return inTransaction(
    ctx,
    ({ id }) => changed('SHARE', id),
    async (tx) => {
      // Until the transaction ends, the lock prevents deletion of the screenshot and creation of more links.
      if (!(await lockScreenshot(tx, key))) throw notFound('screenshot', screenshotId);
      const { status } = (await findScreenshot(tx, key))!;
      if (status === 'FAILED')
        throw new CoreError('conflict', 'The capture failed, so there is no image to share.');
      if (status !== 'SUCCESS') throw notFinished('capture');
      if (
        (await countShares(tx, key)) >= limits.sharesPerScreenshot &&
        (await deleteExpiredShares(tx, key)) === 0
      )
        throw new CoreError(
          'conflict',
          `Screenshot ${screenshotId} has ${limits.sharesPerScreenshot} links. Revoke one first.`,
        );
      const { token, hash } = generateToken();
      const row = await insertShare(tx, {
        ...key,
        tokenHash: hash,
        expiresAt: expiresAt ? new Date(expiresAt) : null,
      });
      return { ...shareResource(row), url: links.plain(`/api/v1/shared/${token}`) };
    },
  );
}
