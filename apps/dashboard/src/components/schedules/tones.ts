import type { ExecutionStatus, ScreenshotStatus } from '@shotclock/client';
import type { Tone } from '../text/status.tsx';

const captureTones: Record<ScreenshotStatus, Tone> = {
  PENDING: 'quiet',
  PROCESSING: 'busy',
  SUCCESS: 'good',
  FAILED: 'bad',
};

export const toneOfCapture = (status: ScreenshotStatus): Tone => captureTones[status];

export type RunState = 'COMPLETED' | 'FAILED' | 'PROCESSING' | 'PARTLY' | 'SKIPPED';

/** The fields that determine the state of a run. */
export type Run = {
  id: number;
  status: ExecutionStatus;
  totalItems: number;
  failedItems: number;
  startedAt: string;
};

/** The displayed state of a run. A run that captured at least one page does not count as failed. */
export function runState(run: Run): RunState {
  if (run.status === 'PROCESSING') return 'PROCESSING';
  // A skipped run has ended without a capture.
  if (run.failedItems === 0) return run.status === 'FAILED' ? 'SKIPPED' : 'COMPLETED';
  return run.failedItems < run.totalItems ? 'PARTLY' : 'FAILED';
}

const runTones: Record<RunState, Tone> = {
  COMPLETED: 'good',
  FAILED: 'bad',
  PROCESSING: 'busy',
  PARTLY: 'warn',
  SKIPPED: 'quiet',
};

export const toneOfRun = (run: Run): Tone => runTones[runState(run)];
