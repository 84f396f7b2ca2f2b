import { CaptureError } from '@shotclock/capture';
import { AttemptError, type Failure } from '@shotclock/core';
import { DeadlineError } from '@shotclock/runtime';
import { StorageError } from '@shotclock/storage';

/** Returns the failure code and description for an attempt's error. Only messages that are safe to show become descriptions. */
export function captureFailure(error: unknown): Failure {
  if (error instanceof CaptureError || error instanceof AttemptError)
    return { code: error.code, description: error.message };
  if (error instanceof StorageError)
    return { code: 'storage_failed', description: 'The capture could not be stored.' };
  // The supervisor reports its own deadline as a CaptureError, so in this case the page was captured, but storing it took
  // too long.
  if (error instanceof DeadlineError)
    return {
      code: 'storage_timed_out',
      description: `The capture was not stored within ${error.ms / 1_000} s of its start.`,
    };
  return { code: 'internal', description: 'The capture failed because of an internal error.' };
}

/** Whether the object store caused the failure. */
export const isStoreFailure = ({ code }: Failure): boolean =>
  code === 'storage_failed' || code === 'storage_timed_out';
