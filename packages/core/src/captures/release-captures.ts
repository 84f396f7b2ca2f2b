import type { Database } from '@shotclock/db';
import { cancelRelease, releaseCaptures as markReleased } from '@shotclock/db/all-accounts';
import type { PrioritizedCaptureJob } from '@shotclock/queue';

/**
 * Enqueues pending captures in fair order until `window` captures are waiting in the queue. An account without its own
 * limit may have at most `maxPerAccount` captures in the queue and in browsers (null for no limit). If the process dies
 * after it has marked captures in the database but before it has enqueued them, `recoverLost` releases them again.
 * @returns the number of released captures
 * @throws the error from `enqueue`; the captures are then pending again
 */
export async function releaseCaptures(
  ctx: { db: Database; enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void> },
  input: { window: number; maxPerAccount?: number | null },
): Promise<number> {
  const released = await ctx.db.transaction((tx) => markReleased(tx, input.window, input.maxPerAccount));
  if (released.length === 0) return 0;
  try {
    await ctx.enqueue(
      released.map(({ canBeOvertaken, lostWorker, requestId, traceParent, ...job }) => ({
        ...job,
        ...(lostWorker ? { alone: true } : {}),
        ...(requestId === null ? {} : { requestId }),
        ...(traceParent === null ? {} : { traceParent }),
        priority: canBeOvertaken ? 'low' : 'high',
      })),
    );
  } catch (error) {
    await cancelRelease(
      ctx.db.orm,
      released.map((one) => one.screenshotId),
    );
    throw error;
  }
  return released.length;
}
