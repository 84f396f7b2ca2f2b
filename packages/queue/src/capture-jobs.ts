import type { JobsOptions } from 'bullmq';

/** What travels with a capture: where its row is, and for which attempt the job was released. */
export type CaptureJob = {
  screenshotId: number;
  attempt: number;
};

/** A capture that someone waits for goes before those of a schedule. */
export type CapturePriority = 'manual' | 'scheduled';

export interface PrioritizedCaptureJob extends CaptureJob {
  /** `scheduled` when left out. */
  priority?: CapturePriority;
}

// BullMQ takes the lowest number first; 0 is no priority at all and would overtake both.
const PRIORITIES: Record<CapturePriority, number> = { manual: 1, scheduled: 2 };

/**
 * The job catalogue's only entry. A job is tried once and forgotten: whether a capture is tried again is decided in the
 * database, which then releases the next attempt as a new job.
 */
export const captureJobs = {
  name: 'capture',
  /** One job for each attempt: adding it again while it waits or runs changes nothing. */
  id: ({ screenshotId, attempt }: CaptureJob): string => `capture-${screenshotId}-${attempt}`,
  payload: ({ screenshotId, attempt }: CaptureJob): CaptureJob => ({ screenshotId, attempt }),
  options: ({ priority = 'scheduled', ...job }: PrioritizedCaptureJob): JobsOptions => ({
    jobId: captureJobs.id(job),
    priority: PRIORITIES[priority],
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: true,
  }),
} as const;
