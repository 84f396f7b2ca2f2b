import type { FailureCode } from '@shotclock/contracts';
import { type Attempt, type Queryable, returnToPending } from '@shotclock/db';
import { retryDelaySeconds } from './retry-policy.ts';
import { settle } from './settle.ts';
import type { WorkContext } from './work-context.ts';

export type Failure = {
  code: FailureCode;
  /** Safe to show: it becomes the screenshot's description. */
  description: string;
};

/** Ends one attempt: the capture returns to PENDING when the retry policy grants another attempt, otherwise it is FAILED. */
export async function failAttemptIn(
  tx: Queryable,
  attempt: Attempt & { attemptsLeft: number },
  failure: Failure,
): Promise<boolean> {
  const afterSeconds = retryDelaySeconds(failure.code, attempt.attemptsLeft - 1);
  if (afterSeconds !== null) return returnToPending(tx, attempt, { spent: 1, afterSeconds });
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

/** As `failAttemptIn`, in a transaction of its own. False when another holds the screenshot by now. */
export async function failAttempt(
  ctx: WorkContext,
  attempt: Attempt & { attemptsLeft: number },
  failure: Failure,
): Promise<boolean> {
  return ctx.db.transaction((tx) => failAttemptIn(tx, attempt, failure));
}
