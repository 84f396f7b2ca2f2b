import { deleteScreenshots, lockScreenshot } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';

/**
 * Deletes a finished screenshot. The counters of its execution do not change.
 * @throws CoreError not_found, conflict (the capture is not finished)
 */
export async function deleteScreenshot(ctx: CoreContext, input: { screenshotId: number }): Promise<void> {
  const { screenshotId } = input;
  await inTransaction(ctx, async (tx) => {
    const status = await lockScreenshot(tx, { accountId: ctx.accountId, screenshotId });
    if (!status) throw notFound('screenshot', screenshotId);
    if (status !== 'SUCCESS' && status !== 'FAILED')
      throw new CoreError('conflict', 'The capture is not finished yet. Delete the screenshot when it is.');
    await deleteScreenshots(tx, [screenshotId]);
  });
}
