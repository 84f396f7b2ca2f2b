import type { FailureCode } from '@shotclock/contracts';
import { type Attempt, type Queryable, returnToPending } from '@shotclock/db';
import { retryDelaySeconds } from './retry-policy.ts';
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

/** `failAttemptIn` in its own transaction. Returns false when the fencing token is stale. */
export async function failAttempt(
  ctx: WorkContext,
  attempt: Attempt & { attemptsLeft: number },
  failure: Failure,
): Promise<boolean> {
  return ctx.db.transaction((tx) => failAttemptIn(tx, attempt, failure));
}
