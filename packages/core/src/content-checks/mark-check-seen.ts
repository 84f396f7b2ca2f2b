import type { ContentCheck } from '@shotclock/contracts';
import { markContentCheckSeen } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { contentCheckResource } from './content-check-resource.ts';

/**
 * Marks a check as seen. Later calls keep the time that the first call set.
 * @throws CoreError not_found
 */
export async function markCheckSeen(
  ctx: CoreContext,
  { checkId }: { checkId: number },
): Promise<ContentCheck> {
  return inTransaction(ctx, changed('CONTENT_CHECK', checkId), async (tx) => {
    const row = await markContentCheckSeen(tx, { accountId: ctx.accountId, checkId });
    if (!row) throw notFound('content-change check', checkId);
    return contentCheckResource(row, ctx.links, new Set(['changes']));
  });
}
