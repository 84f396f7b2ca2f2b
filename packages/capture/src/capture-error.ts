/** Every way a capture can fail, and whether another attempt may end differently. */
export const captureFailures = {
  url_refused: 'final',
  name_not_resolved: 'final',
  resolver_failed: 'retryable',
  connection_refused: 'retryable',
  connection_failed: 'retryable',
  timed_out: 'retryable',
  tls_invalid: 'final',
  too_many_redirects: 'final',
  too_much_data: 'final',
  too_much_memory: 'final',
  not_a_page: 'final',
  selector_not_found: 'final',
  element_not_found: 'final',
  element_not_visible: 'final',
  invalid_selector: 'final',
  crop_outside_page: 'final',
  page_closed: 'final',
  page_crashed: 'retryable',
  browser_crashed: 'retryable',
  browser_unavailable: 'retryable',
  /** No browser became free before the deadline. */
  browser_busy: 'retryable',
  /** The page kept the browser busy until the deadline; it would again. */
  deadline_exceeded: 'final',
  /** The caller called the capture off. */
  aborted: 'retryable',
  capture_failed: 'retryable',
} as const satisfies Record<string, 'final' | 'retryable'>;
export type CaptureFailureCode = keyof typeof captureFailures;

/** A capture that failed. `message` is a sentence that is safe to show; `cause` is for logs only. */
export class CaptureError extends Error {
  readonly code: CaptureFailureCode;
  readonly retryable: boolean;

  constructor(code: CaptureFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptureError';
    this.code = code;
    this.retryable = captureFailures[code] === 'retryable';
  }
}
