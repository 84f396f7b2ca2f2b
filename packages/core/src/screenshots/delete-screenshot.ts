import { deleteScreenshots, isUnfinished, lockScreenshot } from '@shotclock/db';
import { cancelCaptures } from '../captures/cancel-captures.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';

/**
 * Deletes a screenshot. An unfinished capture is cancelled first, and its execution counts it as failed. The counters of an
 * execution do not change when a finished screenshot is deleted.
 * @throws CoreError not_found
 */
export async function deleteScreenshot(ctx: CoreContext, input: { screenshotId: number }): Promise<void> {
  const { screenshotId } = input;
  const cancelled = await inTransaction(ctx, async (tx) => {
    const locked = await lockScreenshot(tx, { accountId: ctx.accountId, screenshotId });
    if (!locked) throw notFound('screenshot', screenshotId);
    const cancel = isUnfinished(locked);
    if (cancel) await cancelCaptures(tx, ctx.accountId, [locked]);
    await deleteScreenshots(tx, [screenshotId]);
    return cancel;
  });
  if (cancelled) ctx.onCancelled?.(1);
}
