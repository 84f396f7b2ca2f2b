import type { Database } from '@shotclock/db';
import { cancelRelease, releaseCaptures as markReleased } from '@shotclock/db/all-accounts';
import type { PrioritizedCaptureJob } from '@shotclock/queue';

/**
 * Enqueues pending captures in fair order until `window` captures wait in the queue, at most `maxPerAccount` of an account in the queue and in
 * browsers (null: no limit) unless the account has its own limit. If the process dies between the mark in
 * the database and the queue, `recoverLost` releases the captures again.
 * @returns the number of released captures
 * @throws what `enqueue` rejects with; the captures are pending again
 */
export async function releaseCaptures(
  ctx: { db: Database; enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void> },
  input: { window: number; maxPerAccount?: number | null },
): Promise<number> {
  const released = await ctx.db.transaction((tx) => markReleased(tx, input.window, input.maxPerAccount));
  if (released.length === 0) return 0;
  try {
    await ctx.enqueue(
      released.map(({ canBeOvertaken, lostWorker, requestId, ...job }) => ({
        ...job,
        ...(lostWorker ? { alone: true } : {}),
        ...(requestId === null ? {} : { requestId }),
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
