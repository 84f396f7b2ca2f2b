/**
 * - `unavailable`: the store did not answer, or not as it should; it may work later
 * - `denied`: the store refuses this user, or is read-only
 * - `full`: there is no room left
 * - `invalid_key`: the key is none that a store takes
 * - `misconfigured`: no store can be reached by these settings
 */
export type StorageErrorCode = 'unavailable' | 'denied' | 'full' | 'invalid_key' | 'misconfigured';

/** The only error of an object store. The message is safe to show; what the store said is the cause. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Whether the same operation may work in a few seconds. */
  get retryable(): boolean {
    return this.code === 'unavailable';
  }
}
