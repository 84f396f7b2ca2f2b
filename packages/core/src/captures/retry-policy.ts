// When a failed attempt is retried. Whether it is, says the table of the failure codes; how many attempts a capture has, the setting
// CAPTURE_ATTEMPTS. ADR 20.
import type { FailureCode } from '@shotclock/contracts';
import { failureCodeTable } from '@shotclock/contracts/failure-codes';

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
  const { retry } = failureCodeTable[code];
  if (retry === 'never' || attemptsLeft <= 0) return null;
  if (retry === 'immediate') return 0;
  return attemptsLeft >= 2 ? 1 : 5;
}
