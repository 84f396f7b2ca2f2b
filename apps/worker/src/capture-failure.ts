import { CaptureError } from '@shotclock/capture';
import { AttemptError, type Failure } from '@shotclock/core';
import { DeadlineError } from '@shotclock/runtime';
import { StorageError } from '@shotclock/storage';

/** The failure that is recorded for an error of an attempt. Only messages that are safe to show become descriptions. */
export function captureFailure(error: unknown): Failure {
  // Compiles only while every CaptureFailureCode is a FailureCode.
  if (error instanceof CaptureError || error instanceof AttemptError)
    return { code: error.code, description: error.message };
  if (error instanceof StorageError)
    return { code: 'storage_failed', description: 'The capture could not be stored.' };
  // The browser has a deadline of its own, so the page was captured and storing it took too long.
  if (error instanceof DeadlineError)
    return {
      code: 'storage_timed_out',
      description: `The capture was not stored ${error.ms / 1_000} s after it began.`,
    };
  return { code: 'internal', description: 'The capture failed for a reason of ours.' };
}
