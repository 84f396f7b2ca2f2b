import { type ContentCheck, limits } from '@shotclock/contracts';
import {
  acceptLook as acceptRow,
  countAcceptedLooks,
  dropCheckObjects,
  findContentCheck,
  lockCheckSeries,
  markObjectsSuspect,
  revokeLook,
} from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { contentCheckResource } from './content-check-resource.ts';

/**
 * Accepts the look that a check captured: later checks in its series know it, in addition to their baseline. Later calls
 * change nothing.
 * @throws CoreError not_found, conflict (the check has conditions or no look of its own, or too many looks of the series are accepted)
 */
export async function acceptLook(ctx: CoreContext, { checkId }: { checkId: number }): Promise<ContentCheck> {
  const key = { accountId: ctx.accountId, checkId };
  return inTransaction(ctx, changed('CONTENT_CHECK', checkId), async (tx) => {
    const found = await findContentCheck(tx, key);
    if (!found) throw notFound('content-change check', checkId);
    if (found.comparison.conditions)
      throw new CoreError(
        'conflict',
        `The look of content-change check ${checkId} cannot be accepted: conditions decide which changes of the page are ` +
          'reported. Change `comparison.conditions` instead.',
      );
    await lockCheckSeries(tx, found);
    const row = await acceptRow(tx, key);
    if (!row)
      throw new CoreError(
        'conflict',
        `The look of content-change check ${checkId} cannot be accepted: the check is pending, failed or unconfirmed, or its screenshot was deleted.`,
      );
    if ((await countAcceptedLooks(tx, found)) > limits.acceptedLooks)
      throw new CoreError(
        'conflict',
        `At most ${limits.acceptedLooks} looks of a page can be accepted. Revoke the acceptance of another one.`,
      );
    return contentCheckResource(row, ctx.links, new Set(['changes']));
  });
}

/**
 * Ends the acceptance of a check's look. Later calls change nothing.
 * @throws CoreError not_found
 */
export async function revokeAcceptance(ctx: CoreContext, { checkId }: { checkId: number }): Promise<void> {
  const key = { accountId: ctx.accountId, checkId };
  await inTransaction(ctx, changed('CONTENT_CHECK', checkId), async (tx) => {
    const row = await revokeLook(tx, key);
    if (!row) throw notFound('content-change check', checkId);
    await markObjectsSuspect(tx, await dropCheckObjects(tx, { ...key, checkIds: [checkId] }));
  });
}
