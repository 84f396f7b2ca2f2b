import { type CaptureRequestBody, captureSettings, type Screenshot } from '@shotclock/contracts';
import { insertScreenshot, notifyWork, type ScreenshotRow } from '@shotclock/db';
import { admitCaptures } from '../admission/admit-captures.ts';
import { captureOrigin } from '../admission/capture-origin.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { screenshotResource } from './screenshot-resource.ts';

/**
 * Creates a PENDING manual capture and notifies the schedulers, which release it.
 * @throws CoreError rate_limited, unavailable (too many captures are waiting)
 */
export async function createScreenshot(
  ctx: CoreContext,
  input: { request: CaptureRequestBody },
): Promise<Screenshot> {
  const one = { source: 'MANUAL_SCREENSHOT', captures: 1 } as const;
  const changes = ({ id }: ScreenshotRow) => changed('SCREENSHOT', id);
  const row = await admitCaptures(ctx, one, changes, async (tx) => {
    const inserted = await insertScreenshot(tx, {
      accountId: ctx.accountId,
      source: 'MANUAL_SCREENSHOT',
      attemptsLeft: ctx.captureAttempts,
      ...captureOrigin(ctx),
      ...captureSettings(input.request),
    });
    notifyWork(tx);
    return inserted;
  });
  return screenshotResource(row, ctx.links);
}
