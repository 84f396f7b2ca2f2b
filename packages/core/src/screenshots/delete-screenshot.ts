import { deleteScreenshots, findScreenshot, lockCapture, lockScreenshot } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import { cancelCaptures } from '../captures/cancel-captures.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { screenshotResource } from './screenshot-resource.ts';

/**
 * Deletes a screenshot. An unfinished capture is canceled first, and its execution counts it as failed. Deleting a finished
 * screenshot does not change its execution's counters.
 * @throws CoreError not_found, precondition_failed
 */
export async function deleteScreenshot(ctx: CoreContext, input: { screenshotId: number }): Promise<void> {
  const { screenshotId } = input;
  const key = { accountId: ctx.accountId, screenshotId };
  const cancelled = await inTransaction(ctx, changed('SCREENSHOT', screenshotId), async (tx) => {
    // Lock the capture before the record, as every settlement does.
    const capture = await lockCapture(tx, key);
    if (!(await lockScreenshot(tx, key))) throw notFound('screenshot', screenshotId);
    await assertCurrent(ctx, async () => {
      const row = (await findScreenshot(tx, key))!;
      // A client that read the screenshot before midnight has the previous day's links.
      return [ctx.links, ctx.links.previous].map((links) => screenshotResource(row, links));
    });
    if (capture) await cancelCaptures(tx, ctx.accountId, [capture]);
    await deleteScreenshots(tx, { accountId: ctx.accountId, screenshotIds: [screenshotId] });
    return capture !== undefined;
  });
  if (cancelled) ctx.onCancelled?.(1);
}
