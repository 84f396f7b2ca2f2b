import type { JobsOptions } from 'bullmq';

/** The data of a capture job. */
export type CaptureJob = {
  screenshotId: number;
  /** The number of the claim for which the capture was released: a job whose claim was already made has no effect. */
  attempt: number;
  /** Whether the worker makes no other capture meanwhile; false by default. */
  alone?: boolean;
};

/** Manual captures, for which a client waits, are delivered before scheduled captures. */
export type CapturePriority = 'manual' | 'scheduled';

export type PrioritizedCaptureJob = CaptureJob & {
  /** `scheduled` by default. */
  priority?: CapturePriority;
};

// BullMQ delivers the lowest number first. 0 means no priority and would come before both.
const priorities: Record<CapturePriority, number> = { manual: 1, scheduled: 2 };

/**
 * The only entry of the job catalogue. BullMQ runs each job once and keeps no finished jobs: the database decides whether a
 * capture is retried, and the scheduler then releases the next attempt as a new job.
 */
export const captureJobs = {
  name: 'capture',
  /** One ID for each claim: adding a job again while it waits or runs has no effect. */
  id: ({ screenshotId, attempt }: CaptureJob): string => `capture-${screenshotId}-${attempt}`,
  payload: ({ screenshotId, attempt, alone }: CaptureJob): CaptureJob => ({
    screenshotId,
    attempt,
    ...(alone ? { alone } : {}),
  }),
  options: ({ priority = 'scheduled', ...job }: PrioritizedCaptureJob): JobsOptions => ({
    jobId: captureJobs.id(job),
    priority: priorities[priority],
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: true,
  }),
} as const;
