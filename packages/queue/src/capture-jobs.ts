import type { JobsOptions } from 'bullmq';

/** The data of a capture job. */
export type CaptureJob = {
  screenshotId: number;
  /** The number of the claim for which the capture was released: a job whose claim was already made has no effect. */
  attempt: number;
  /** Whether the worker makes no other capture meanwhile; false by default. */
  alone?: boolean;
  /** ID of the request that started the capture, for log lines. Scheduled captures have none. */
  requestId?: string;
};

/** Jobs of high priority are delivered before those of low priority, and jobs of equal priority in the order in which they were added. */
export type CapturePriority = 'high' | 'low';

export type PrioritizedCaptureJob = CaptureJob & {
  /** `low` by default. */
  priority?: CapturePriority;
};

// BullMQ delivers the lowest number first. 0 means no priority and would come before both.
const priorities: Record<CapturePriority, number> = { high: 1, low: 2 };

/**
 * The only entry of the job catalogue. BullMQ runs each job once and keeps no finished jobs: the database decides whether a
 * capture is retried, and the scheduler then releases the next attempt as a new job.
 */
export const captureJobs = {
  name: 'capture',
  /**
   * One ID for each claim and priority: adding a job again while it waits or runs has no effect. If a capture is added again with
   * another priority, the later of its jobs finds that the claim was already made.
   */
  id: ({ screenshotId, attempt, priority = 'low' }: PrioritizedCaptureJob): string =>
    `capture-${screenshotId}-${attempt}${priority === 'high' ? '-high' : ''}`,
  payload: ({ screenshotId, attempt, alone, requestId }: CaptureJob): CaptureJob => ({
    screenshotId,
    attempt,
    ...(alone ? { alone } : {}),
    ...(requestId === undefined ? {} : { requestId }),
  }),
  options: (job: PrioritizedCaptureJob): JobsOptions => ({
    jobId: captureJobs.id(job),
    priority: priorities[job.priority ?? 'low'],
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: true,
  }),
} as const;
