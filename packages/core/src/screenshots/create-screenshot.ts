import { type CaptureRequestBody, captureSettings, type Screenshot } from '@shotclock/contracts';
import { insertScreenshot, notifyWork } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { screenshotResource } from './screenshot-resource.ts';

/** Creates a manual capture as PENDING and notifies the schedulers, which release it. */
export async function createScreenshot(
  ctx: CoreContext,
  input: { request: CaptureRequestBody },
): Promise<Screenshot> {
  const row = await inTransaction(ctx, async (tx) => {
    const inserted = await insertScreenshot(tx, {
      accountId: ctx.accountId,
      source: 'MANUAL_SCREENSHOT',
      status: 'PENDING',
      attemptsLeft: ctx.captureAttempts,
      ...captureSettings(input.request),
    });
    await notifyWork(tx);
    return inserted;
  });
  return screenshotResource(row, ctx.publicUrl);
}
