import { captureWaits, type Database, releaseCaptures as markReleased, unrelease } from '@shotclock/db';
import type { PrioritizedCaptureJob } from '@shotclock/queue';

/**
 * Fills the queue up to `window` waiting captures, fairly over accounts and executions. Answers how many it released.
 * Killed between the mark and the queue, the captures are found again by `recoverLost`.
 * @throws what `enqueue` rejects with; the captures then wait again
 */
export async function releaseCaptures(
  ctx: { db: Database; enqueue: (jobs: PrioritizedCaptureJob[]) => Promise<void> },
  input: { window: number },
): Promise<number> {
  // Whose turn it is takes longer to find out than that there is nobody.
  if (!(await captureWaits(ctx.db.orm))) return 0;
  const released = await ctx.db.transaction((tx) => markReleased(tx, input.window));
  if (released.length === 0) return 0;
  try {
    await ctx.enqueue(
      released.map(({ source, ...job }) => ({
        ...job,
        priority: source === 'MANUAL_SCREENSHOT' ? 'manual' : 'scheduled',
      })),
    );
  } catch (error) {
    await unrelease(
      ctx.db.orm,
      released.map((one) => one.screenshotId),
    );
    throw error;
  }
  return released.length;
}
