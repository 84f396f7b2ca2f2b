/**
 * - `unavailable`: the store did not respond, or responded with an unexpected error; the operation can be retried
 * - `denied`: the store denies access, or is read-only
 * - `full`: no space is left
 * - `invalid_key`: the key is invalid
 * - `foreign`: the store belongs to another database
 * - `misconfigured`: the store's settings are invalid
 */
export type StorageErrorCode =
  | 'unavailable'
  | 'denied'
  | 'full'
  | 'invalid_key'
  | 'foreign'
  | 'misconfigured';

/** The only type of error that an object store throws. Its message is safe to show; the store's own error is the cause. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Whether the same operation may succeed after a few seconds. */
  get retryable(): boolean {
    return this.code === 'unavailable';
  }
}
