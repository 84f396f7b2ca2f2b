/**
 * - `undecodable`: an input is not a complete PNG or JPEG image
 * - `too_large`: an input exceeds `comparisonLimits`, or the thread exceeded its memory limit
 * - `aborted`: the caller's signal aborted
 * - `failed`: the thread ended without a result, and a retry may succeed
 */
export type ComparisonFailureCode = 'undecodable' | 'too_large' | 'aborted' | 'failed';

/** A comparison that failed. `message` is a sentence that is safe to show to clients. `cause` is for logs only. */
export class ComparisonError extends Error {
  readonly code: ComparisonFailureCode;

  constructor(code: ComparisonFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ComparisonError';
    this.code = code;
  }
}
