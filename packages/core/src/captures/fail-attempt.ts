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

/** `stale`: the fencing token is not the current one, and nothing was changed. */
export type FailedAttempt = 'retried' | 'failed' | 'stale';

/** Ends one attempt. The capture returns to PENDING if the retry policy grants another attempt; otherwise it fails. */
export async function failAttemptIn(
  tx: Queryable,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
): Promise<FailedAttempt> {
  const attemptsLeft = attemptsLeftAfter(failure.code, attempt);
  const afterSeconds = retryDelaySeconds(failure.code, attemptsLeft);
  if (afterSeconds !== null) {
    const spent = attempt.attemptsLeft - attemptsLeft;
    const lostWorker = isWorkerLoss(failure.code);
    return (await returnToPending(tx, attempt, { spent, afterSeconds, lostWorker })) ? 'retried' : 'stale';
  }
  const settled = await settle(tx, attempt, {
    status: 'FAILED',
    image: null,
    thumbnail: null,
    html: null,
    text: null,
    description: failure.description,
    failureCode: failure.code,
  });
  return settled ? 'failed' : 'stale';
}

/** `failAttemptIn` in its own transaction. */
export async function failAttempt(
  ctx: WorkContext,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
): Promise<FailedAttempt> {
  return ctx.db.transaction((tx) => failAttemptIn(tx, attempt, failure));
}
