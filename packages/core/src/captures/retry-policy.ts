// Determines when a failed attempt is retried (ADR 20). The table of failure codes determines whether an attempt is
// retried, and the CAPTURE_ATTEMPTS setting determines the number of attempts.
import type { FailureCode } from '@shotclock/contracts';
import { failureCodeTable } from '@shotclock/contracts/failure-codes';

/**
 * Seconds before the next attempt after an object store outage. The failed attempt is returned with `requeue` and does
 * not count, because no capture could have been stored.
 */
export const storeOutageDelaySeconds = 1;

/** Whether the code indicates that the worker died during the attempt, possibly because of the page. */
export const isWorkerLoss = (code: FailureCode): boolean =>
  code === 'worker_crashed' || code === 'worker_lost';

/**
 * Attempts left after a failed one. The first time a capture loses its worker, it keeps at least one attempt, because
 * another page in that worker may have been the cause. Subsequent attempts run alone (ADR 28).
 */
export function attemptsLeftAfter(
  code: FailureCode,
  { attemptsLeft, lostWorkers }: { attemptsLeft: number; lostWorkers: number },
): number {
  // The cause is the memory usage of other captures.
  if (code === 'worker_memory_busy') return attemptsLeft;
  const left = attemptsLeft - 1;
  return isWorkerLoss(code) && lostWorkers === 0 ? Math.max(left, 1) : left;
}

/**
 * Seconds before the next attempt after a failure; null if the failure is final.
 * @param attemptsLeft attempts left after the failed one
 */
export function retryDelaySeconds(code: FailureCode, attemptsLeft: number): number | null {
  const { retry } = failureCodeTable[code];
  if (retry === 'never' || attemptsLeft <= 0) return null;
  if (retry === 'immediate') return 0;
  return attemptsLeft >= 2 ? 1 : 5;
}
