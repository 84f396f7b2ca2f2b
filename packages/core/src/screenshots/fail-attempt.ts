import { type Attempt, type Queryable, returnToPending } from '@shotclock/db';
import { settle } from './settle-screenshot.ts';
import type { WorkContext } from './work-context.ts';

export type Failure = {
  /** From the closed set of failure codes. */
  code: string;
  /** Safe to show: it becomes the screenshot's description. */
  description: string;
  /** Whether trying again may help. */
  retryable: boolean;
  /** Seconds before the next try; the more the fewer tries are left, when left out. */
  pauseSeconds?: number;
};

/** Pause before the next try, in seconds, by how many tries are left after this one. */
const pauseWith = (left: number) => (left >= 2 ? 1 : 5);

/** Ends one attempt: back to PENDING when trying again may help and tries are left, otherwise FAILED. */
export async function failAttemptIn(
  tx: Queryable,
  attempt: Attempt & { attemptsLeft: number },
  failure: Failure,
): Promise<boolean> {
  const left = attempt.attemptsLeft - 1;
  if (failure.retryable && left > 0)
    return returnToPending(tx, attempt, { spent: 1, afterSeconds: failure.pauseSeconds ?? pauseWith(left) });
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
