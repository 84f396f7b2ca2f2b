/** Every way in which a capture can fail. The retry policy of packages/core decides which failures are retried. */
export type CaptureFailureCode =
  | 'url_refused'
  | 'name_not_resolved'
  | 'resolver_failed'
  | 'connection_refused'
  | 'connection_failed'
  | 'timed_out'
  | 'tls_invalid'
  | 'too_many_redirects'
  | 'too_much_data'
  | 'too_much_memory'
  | 'too_much_cpu'
  | 'too_many_processes'
  /** The browser sent more messages, or larger ones, than a capture may cause. */
  | 'too_many_events'
  /** The worker process ran short of memory, and the capture held most of it. */
  | 'worker_memory_exceeded'
  /** The large images of other captures used the memory of the worker for too long. */
  | 'worker_memory_busy'
  | 'not_a_page'
  | 'selector_not_found'
  | 'element_not_found'
  | 'element_not_visible'
  | 'invalid_selector'
  | 'crop_outside_page'
  | 'page_closed'
  | 'page_crashed'
  | 'browser_crashed'
  | 'browser_unavailable'
  /** No browser became free before the deadline. */
  | 'browser_busy'
  /** The page kept the browser busy until the deadline. */
  | 'deadline_exceeded'
  /** The caller aborted the capture. */
  | 'aborted'
  | 'capture_failed';

/** A capture that failed. `message` is a sentence that is safe to show; `cause` is for logs only. */
export class CaptureError extends Error {
  readonly code: CaptureFailureCode;
  // Not a property, which loggers would write.
  #image: Buffer | null = null;

  constructor(code: CaptureFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptureError';
    this.code = code;
  }

  /** The viewport of the page after the failure, as a JPEG (`takeFailureImage`); null if there was no page to show. */
  get image(): Buffer | null {
    return this.#image;
  }

  set image(image: Buffer | null) {
    this.#image = image;
  }
}

/** The failure of a capture for which there is no other code. */
export const captureFailed = (cause: unknown): CaptureError =>
  new CaptureError('capture_failed', 'The page could not be captured.', { cause });
