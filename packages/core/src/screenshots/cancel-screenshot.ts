import type { Screenshot } from '@shotclock/contracts';
import { findScreenshot, lockCapture } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import { cancelCaptures } from '../captures/cancel-captures.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { screenshotResource } from './screenshot-resource.ts';

/**
 * Ends an unfinished capture, which fails with the code `cancelled` (ADR 28).
 * @throws CoreError not_found, conflict (the capture has finished)
 */
export async function cancelScreenshot(
  ctx: CoreContext,
  input: { screenshotId: number },
): Promise<Screenshot> {
  const key = { accountId: ctx.accountId, screenshotId: input.screenshotId };
  const row = await inTransaction(ctx, changed('SCREENSHOT', input.screenshotId), async (tx) => {
    const capture = await lockCapture(tx, key);
    if (!capture) {
      if (!(await findScreenshot(tx, key))) throw notFound('screenshot', input.screenshotId);
      throw new CoreError('conflict', `The capture of screenshot ${input.screenshotId} has finished.`);
    }
    await cancelCaptures(tx, ctx.accountId, [capture]);
    return findScreenshot(tx, key);
  });
  ctx.onCancelled?.(1);
  return screenshotResource(row!, ctx.links);
}
