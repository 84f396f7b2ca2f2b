// The only list of failure codes (ADR 20). This file must not import anything, because packages/capture and
// packages/runtime import it.

type FailureRow = {
  meaning: string;
  /** What a user can do; omitted if nothing helps but another capture. */
  remedy?: string;
  /**
   * Whether a failed attempt is retried. `delayed` gives a temporary cause time to disappear; `immediate` is for failures
   * that were detected late.
   */
  retry: 'never' | 'delayed' | 'immediate';
  /** `capture`: packages/capture, as the code of a CaptureError. `system`: the worker, the scheduler or a request. */
  raisedBy: 'capture' | 'system';
};

export const failureCodeTable = {
  url_refused: {
    meaning: 'The URL, or a URL that it redirects to, may not be captured.',
    remedy: 'EGRESS_ALLOW of the server permits private addresses.',
    retry: 'never',
    raisedBy: 'capture',
  },
  name_not_resolved: {
    meaning: 'The host name does not exist.',
    remedy: 'Check the address.',
    retry: 'never',
    raisedBy: 'capture',
  },
  resolver_failed: {
    meaning: 'The host name could not be looked up.',
    remedy: 'Try again later.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  connection_refused: {
    meaning: 'The site refused the connection.',
    remedy: 'Check the address and the port, or try again later.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  connection_failed: {
    meaning: 'The connection failed, or the site closed it without a response.',
    remedy: 'Try again later.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  timed_out: {
    meaning: 'The site did not respond in time.',
    remedy: 'Try again later.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  tls_invalid: {
    meaning: 'The certificate or the TLS handshake is invalid.',
    remedy: 'Check the certificate of the site.',
    retry: 'never',
    raisedBy: 'capture',
  },
  too_many_redirects: {
    meaning: 'The URL redirects too many times.',
    remedy: 'Capture the URL of the page that the redirects should lead to.',
    retry: 'never',
    raisedBy: 'capture',
  },
  too_much_data: {
    meaning: 'The page used more data, names or connections than a capture is allowed to.',
    remedy: 'Try the options blockAds and blockTrackers.',
    retry: 'never',
    raisedBy: 'capture',
  },
  too_much_memory: {
    meaning: 'The page used more memory than a capture is allowed to.',
    remedy: 'Capture a smaller area without fullPage, or try the option blockAds.',
    retry: 'never',
    raisedBy: 'capture',
  },
  too_much_cpu: {
    meaning: 'The page used more CPU time than a capture is allowed to.',
    remedy: 'Try the options blockAds and blockTrackers.',
    retry: 'never',
    raisedBy: 'capture',
  },
  too_many_processes: {
    meaning: 'The page needed more processes or threads than a capture is allowed to.',
    retry: 'never',
    raisedBy: 'capture',
  },
  too_many_events: {
    meaning: 'The page caused more events in the browser, or larger ones, than a capture is allowed to.',
    retry: 'never',
    raisedBy: 'capture',
  },
  not_a_page: {
    meaning: 'The response is not a page, for example a download.',
    remedy: 'Capture a URL that returns a page.',
    retry: 'never',
    raisedBy: 'capture',
  },
  selector_not_found: {
    meaning: 'No element matched waitFor in time.',
    remedy: 'Check waitFor against the page.',
    retry: 'never',
    raisedBy: 'capture',
  },
  element_not_found: {
    meaning: 'No element matches element.',
    remedy: 'Check element against the page.',
    retry: 'never',
    raisedBy: 'capture',
  },
  element_not_visible: {
    meaning: 'The element that matches element has no visible area.',
    remedy: 'Choose another element.',
    retry: 'never',
    raisedBy: 'capture',
  },
  invalid_selector: {
    meaning: 'A CSS selector is invalid.',
    remedy: 'Correct the selector.',
    retry: 'never',
    raisedBy: 'capture',
  },
  crop_outside_page: {
    meaning: 'The crop rectangle lies outside the page.',
    remedy: 'Check crop, or set a larger viewport.',
    retry: 'never',
    raisedBy: 'capture',
  },
  script_failed: {
    meaning: 'The script in the option js failed or took too long.',
    remedy: 'Correct the option js.',
    retry: 'never',
    raisedBy: 'capture',
  },
  page_rejected: {
    meaning: 'The page was loaded, but a condition of failWhen applies to it.',
    remedy: 'Check the page, or the option failWhen.',
    retry: 'never',
    raisedBy: 'capture',
  },
  page_closed: {
    meaning: 'The page closed itself.',
    retry: 'never',
    raisedBy: 'capture',
  },
  page_crashed: {
    meaning: 'The page crashed.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  browser_crashed: {
    meaning: 'The browser crashed.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  browser_unavailable: {
    meaning: 'No browser could be started.',
    remedy: 'The log of the worker contains the reason.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  browser_busy: {
    meaning: 'No browser became free before the deadline.',
    remedy: 'Run more workers, or captures at different times.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  // The page kept the browser busy until the deadline, and another attempt would end the same way.
  deadline_exceeded: {
    meaning: 'The page was not captured before the deadline.',
    remedy: 'Try the setting waitUntil: dom_loaded, or the option blockAds.',
    retry: 'never',
    raisedBy: 'capture',
  },
  aborted: {
    meaning: 'The capture was aborted.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  capture_failed: {
    meaning: 'The capture failed for another reason.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  storage_failed: {
    meaning: 'The object store failed.',
    remedy: "The worker's log contains the reason.",
    retry: 'delayed',
    raisedBy: 'system',
  },
  storage_timed_out: {
    meaning: 'The page was captured, but not stored before the deadline.',
    remedy: 'Check the object store.',
    retry: 'delayed',
    raisedBy: 'system',
  },
  baseline_moved: {
    meaning: 'Other checks in the same series changed the baseline during every comparison.',
    retry: 'delayed',
    raisedBy: 'system',
  },
  // Other captures contributed to the worker's memory usage.
  worker_memory_exceeded: {
    meaning: 'The worker used too much memory, most of it for this capture.',
    retry: 'delayed',
    raisedBy: 'capture',
  },
  worker_memory_busy: {
    meaning:
      "Other captures' large images used the worker's memory for too long. The capture is retried without using up an attempt.",
    retry: 'delayed',
    raisedBy: 'capture',
  },
  worker_crashed: {
    meaning: 'The worker crashed during the capture.',
    retry: 'delayed',
    raisedBy: 'system',
  },
  // There is no delay, because the capture has already waited for its lease to expire.
  worker_lost: {
    meaning: 'The worker stopped responding during the capture.',
    retry: 'immediate',
    raisedBy: 'system',
  },
  cancelled: {
    meaning: 'The capture was canceled by a request.',
    retry: 'never',
    raisedBy: 'system',
  },
  internal: {
    meaning: 'An unexpected error.',
    retry: 'delayed',
    raisedBy: 'system',
  },
} as const satisfies Record<string, FailureRow>;

type Code = keyof typeof failureCodeTable;
export const failureCodes = Object.keys(failureCodeTable) as readonly Code[];

/** What a user can do about a failure; null if nothing helps but another capture. */
export const failureRemedy = (code: Code): string | null => {
  const row: FailureRow = failureCodeTable[code];
  return row.remedy ?? null;
};

/** The codes that a CaptureError can have. */
export type CaptureFailureCode = {
  [One in Code]: (typeof failureCodeTable)[One]['raisedBy'] extends 'capture' ? One : never;
}[Code];
