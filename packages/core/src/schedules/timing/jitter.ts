import { createHash } from 'node:crypto';

/**
 * The delay of a schedule's runs in whole milliseconds: at least 0 and, unless jitterSeconds is 0, less than
 * jitterSeconds × 1000. The jitter of a schedule is constant, so the interval between its runs stays the same.
 */
export function jitterMs(scheduleId: number, jitterSeconds: number): number {
  const hash = createHash('sha256').update(`jitter of schedule ${scheduleId}`).digest().readUInt32BE();
  return Math.floor((hash / 2 ** 32) * jitterSeconds * 1_000);
}
