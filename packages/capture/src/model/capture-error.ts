import type { CaptureFailureCode } from '@shotclock/contracts/failure-codes';

/** A failed capture. `message` is a sentence that is safe to show; `cause` is for logs only. */
export class CaptureError extends Error {
  readonly code: CaptureFailureCode;
  // A private field, because loggers would write a public property.
  #image: Buffer | null = null;

  constructor(code: CaptureFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptureError';
    this.code = code;
  }

  /** The page's viewport after the failure, as a JPEG (`takeFailureImage`); null if there was no page to show. */
  get image(): Buffer | null {
    return this.#image;
  }

  set image(image: Buffer | null) {
    this.#image = image;
  }
}

/** The failure of a capture if no other error code applies. */
export const captureFailed = (cause: unknown): CaptureError =>
  new CaptureError('capture_failed', 'The page could not be captured.', { cause });
