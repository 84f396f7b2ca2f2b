import { deleteShare, lockShare } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { shareResource } from './share-resource.ts';

/**
 * Deletes a public link.
 * @throws CoreError not_found, precondition_failed
 */
export function revokeShare(
  ctx: CoreContext,
  input: { screenshotId: number; shareId: number },
): Promise<void> {
  const key = { accountId: ctx.accountId, ...input };
  return inTransaction(ctx, changed('SHARE', input.shareId), async (tx) => {
    const row = await lockShare(tx, key);
    if (!row) throw notFound('share', input.shareId);
    await assertCurrent(ctx, () => shareResource(row));
    await deleteShare(tx, key);
  });
}
