import type { FailureCode } from '@shotclock/contracts';
import { type Attempt, type AttemptsLeft, type Queryable, returnToPending } from '@shotclock/db';
import { attemptsLeftAfter, isWorkerLoss, retryDelaySeconds } from './retry-policy.ts';
import { settle } from './settle.ts';
import type { WorkContext } from './work-context.ts';

export type Failure = {
  code: FailureCode;
  /** Safe to show: becomes the description of the screenshot. */
  description: string;
};

/** Ends one attempt. The capture returns to PENDING if the retry policy grants another attempt; otherwise it fails. */
export async function failAttemptIn(
  tx: Queryable,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
): Promise<boolean> {
  const attemptsLeft = attemptsLeftAfter(failure.code, attempt);
  const afterSeconds = retryDelaySeconds(failure.code, attemptsLeft);
  if (afterSeconds !== null) {
    const spent = attempt.attemptsLeft - attemptsLeft;
    return returnToPending(tx, attempt, { spent, afterSeconds, lostWorker: isWorkerLoss(failure.code) });
  }
  return settle(tx, attempt, {
    status: 'FAILED',
    image: null,
    thumbnail: null,
    html: null,
    text: null,
    description: failure.description,
    failureCode: failure.code,
  });
}

/** `failAttemptIn` in its own transaction. Returns false when the fencing token is stale. */
export async function failAttempt(
  ctx: WorkContext,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
): Promise<boolean> {
  return ctx.db.transaction((tx) => failAttemptIn(tx, attempt, failure));
}
