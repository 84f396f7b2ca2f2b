import { createHash } from 'node:crypto';

/**
 * How much later than planned a schedule starts, in whole milliseconds: 0 ≤ x < jitterSeconds × 1000. The same schedule
 * always gets the same share, so its runs keep their distance while schedules spread.
 */
export function jitterMs(scheduleId: number, jitterSeconds: number): number {
  const hash = createHash('sha256').update(`jitter of schedule ${scheduleId}`).digest().readUInt32BE();
  return Math.floor((hash / 2 ** 32) * jitterSeconds * 1_000);
}
