import { findFirstPending, findQueuePosition } from '@shotclock/db';
import type { CoreContext } from '../context.ts';

/**
 * Estimates how many captures will start before a screenshot's capture, or before an execution's first capture, if no
 * other captures are requested. Null if no capture is waiting.
 */
export async function queuePosition(
  ctx: Pick<CoreContext, 'db' | 'accountId'>,
  input: { screenshotId: number } | { executionId: number },
): Promise<number | null> {
  const { accountId } = ctx;
  return ctx.db.snapshot(async (tx) => {
    const screenshotId =
      'screenshotId' in input ? input.screenshotId : await findFirstPending(tx, { accountId, ...input });
    return screenshotId === null ? null : findQueuePosition(tx, { accountId, screenshotId });
  });
}
