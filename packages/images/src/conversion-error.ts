/**
 * - `undecodable`: the input is not a complete PNG or JPEG image
 * - `too_large`: the result would exceed a limit of its format
 * - `busy`: too many conversions are waiting; `owner_busy`: too many conversions of this owner are waiting
 * - `timed_out`: the conversion exceeded its time limit
 * - `failed`: the process ended without a result; a retry may succeed
 */
export type ConversionFailureCode =
  | 'undecodable'
  | 'too_large'
  | 'busy'
  | 'owner_busy'
  | 'timed_out'
  | 'failed';

/** A conversion that failed. `message` is a sentence that is safe to show to clients. `cause` is for logs only. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly code: ConversionFailureCode;

  constructor(code: ConversionFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
