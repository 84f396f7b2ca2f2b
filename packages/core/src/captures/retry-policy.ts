// The only place that decides whether a failed attempt is retried, and after which delay. How many attempts a capture has
// is the setting CAPTURE_ATTEMPTS. ADR 20.
import type { FailureCode } from '@shotclock/contracts';

/** `delayed` leaves time for the cause to pass; `immediate` is for failures that were noticed late. */
type Retry = 'never' | 'delayed' | 'immediate';

const retries: Record<FailureCode, Retry> = {
  url_refused: 'never',
  name_not_resolved: 'never',
  resolver_failed: 'delayed',
  connection_refused: 'delayed',
  connection_failed: 'delayed',
  timed_out: 'delayed',
  tls_invalid: 'never',
  too_many_redirects: 'never',
  too_much_data: 'never',
  too_much_memory: 'never',
  too_much_cpu: 'never',
  too_many_processes: 'never',
  too_many_events: 'never',
  not_a_page: 'never',
  selector_not_found: 'never',
  element_not_found: 'never',
  element_not_visible: 'never',
  invalid_selector: 'never',
  crop_outside_page: 'never',
  page_closed: 'never',
  page_crashed: 'delayed',
  browser_crashed: 'delayed',
  browser_unavailable: 'delayed',
  browser_busy: 'delayed',
  // The page kept the browser busy for the whole deadline, and would again.
  deadline_exceeded: 'never',
  aborted: 'delayed',
  capture_failed: 'delayed',
  storage_failed: 'delayed',
  storage_timed_out: 'delayed',
  baseline_moved: 'delayed',
  // Other captures contributed to the memory of the worker.
  worker_memory_exceeded: 'delayed',
  worker_memory_busy: 'delayed',
  worker_crashed: 'delayed',
  // The capture has already waited for its lease to expire.
  worker_lost: 'immediate',
  cancelled: 'never',
  internal: 'delayed',
};

/**
 * Seconds before the next attempt after an outage of the object store. Such an attempt is returned with `requeue`: it uses up
 * nothing, because no capture could have been stored.
 */
export const storeOutageDelaySeconds = 1;

/** Whether the code means that the worker ended during the attempt, which a page may have caused. */
export const isWorkerLoss = (code: FailureCode): boolean =>
  code === 'worker_crashed' || code === 'worker_lost';

/**
 * Attempts that are left after a failed one. The first lost worker leaves at least one attempt: the worker may have made other
 * captures at the same time, and the page of one of them may be the cause. The next attempts run alone (ADR 28).
 */
export function attemptsLeftAfter(
  code: FailureCode,
  { attemptsLeft, lostWorkers }: { attemptsLeft: number; lostWorkers: number },
): number {
  // Only other captures are the cause.
  if (code === 'worker_memory_busy') return attemptsLeft;
  const left = attemptsLeft - 1;
  return isWorkerLoss(code) && lostWorkers === 0 ? Math.max(left, 1) : left;
}

/**
 * Seconds before the next attempt after a failure; null when the capture fails for good.
 * @param attemptsLeft attempts that are left after the failed one
 */
export function retryDelaySeconds(code: FailureCode, attemptsLeft: number): number | null {
  const retry = retries[code];
  if (retry === 'never' || attemptsLeft <= 0) return null;
  if (retry === 'immediate') return 0;
  return attemptsLeft >= 2 ? 1 : 5;
}
