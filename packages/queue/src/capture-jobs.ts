import type { JobsOptions } from 'bullmq';

/** The data of a capture job. */
export type CaptureJob = {
  screenshotId: number;
  /**
   * The number of the claim for which the capture was released. A job has no effect if that claim has already been made.
   */
  attempt: number;
  /** Whether the worker must not run other captures at the same time; false by default. */
  alone?: boolean;
  /** ID of the request that started the capture, for log lines. Absent for scheduled captures. */
  requestId?: string;
  /** The W3C `traceparent` that the worker continues. Absent if the capture has no trace. */
  traceParent?: string;
};

/** High-priority jobs are delivered before low-priority jobs, and jobs of equal priority in insertion order. */
export type CapturePriority = 'high' | 'low';

export type PrioritizedCaptureJob = CaptureJob & {
  /** `low` by default. */
  priority?: CapturePriority;
};

// BullMQ delivers the lowest number first. 0 means no priority, and jobs without a priority precede all others.
const priorities: Record<CapturePriority, number> = { high: 1, low: 2 };

/**
 * The only kind of job. BullMQ runs each job once and does not keep finished jobs. The database decides whether a capture is
 * retried, and the scheduler then releases the next attempt as a new job.
 */
export const captureJobs = {
  name: 'capture',
  /**
   * One ID per claim and priority, so adding a job that is already waiting or running has no effect. If a capture is
   * added again with a different priority, the job that runs second finds that the claim has already been made.
   */
  id: ({ screenshotId, attempt, priority = 'low' }: PrioritizedCaptureJob): string =>
    `capture-${screenshotId}-${attempt}${priority === 'high' ? '-high' : ''}`,
  payload: ({ screenshotId, attempt, alone, requestId, traceParent }: CaptureJob): CaptureJob => ({
    screenshotId,
    attempt,
    ...(alone ? { alone } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceParent === undefined ? {} : { traceParent }),
  }),
  options: (job: PrioritizedCaptureJob): JobsOptions => ({
    jobId: captureJobs.id(job),
    priority: priorities[job.priority ?? 'low'],
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: true,
  }),
} as const;
