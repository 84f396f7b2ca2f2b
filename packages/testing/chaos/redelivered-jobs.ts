// A worker can be killed after it has received a job but before it has claimed the capture, because a capture whose
// worker was killed waits until it can run alone. The lock of the job then expires, and another worker receives the job
// about 8 s later.
import type { LogLine } from './app-process.ts';

/** A worker renews a job's lock of 6 s every 3 s, so the queue detects a lost job no earlier than this after the kill. */
const shortestLockMs = 3_000;

/**
 * A job that is delivered again after the worker that had it was lost. `attempt` is the number of the claim for which the
 * job was released.
 */
export type Redelivery = { screenshotId: number; attempt: number; at: number };

/** Parses the deliveries from the log lines of workers. */
export function redeliveriesIn(lines: readonly LogLine[]): Redelivery[] {
  return lines
    .filter(({ msg }) => msg === 'capture job of a lost worker is delivered again')
    .map(({ jobId, time }) => {
      const [, screenshotId, attempt] = /^capture-(\d+)-(\d+)/.exec(String(jobId)) ?? [];
      return { screenshotId: Number(screenshotId), attempt: Number(attempt), at: Number(time) };
    });
}

/** A claim of a capture after the worker that held it was killed. */
type ClaimAfterKill = { screenshotId: number; attempt: number; killedAt: number; claimedAt: number };

/**
 * Returns the time of the last kill that affected the capture or the job of its next claim. A kill does not count if the
 * worker had an older job of the capture or no job at all.
 * @param kills times of all kills
 */
export function lastKillBefore(
  { screenshotId, attempt, killedAt, claimedAt }: ClaimAfterKill,
  redeliveries: readonly Redelivery[],
  kills: readonly number[],
): number {
  const again = redeliveries
    .filter((one) => one.screenshotId === screenshotId && one.attempt === attempt && one.at < claimedAt)
    .map(({ at }) => at);
  return Math.max(killedAt, ...kills.filter((at) => at <= Math.max(0, ...again) - shortestLockMs));
}
