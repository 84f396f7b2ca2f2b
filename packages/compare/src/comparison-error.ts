/**
 * - `undecodable`: not a whole PNG or JPEG image
 * - `too_large`: past `comparisonLimits`, or more than the thread's memory
 * - `aborted`: the caller's signal
 * - `failed`: the thread ended without an answer; another try may end differently
 */
export type ComparisonFailureCode = 'undecodable' | 'too_large' | 'aborted' | 'failed';

/** A comparison that has no result. `message` is a sentence that is safe to show; `cause` is for logs only. */
export class ComparisonError extends Error {
  readonly code: ComparisonFailureCode;

  constructor(code: ComparisonFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ComparisonError';
    this.code = code;
  }
}
