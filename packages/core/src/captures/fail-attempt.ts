import type { FailureCode } from '@shotclock/contracts';
import type { Database, Queryable } from '@shotclock/db';
import {
  type Attempt,
  type AttemptsLeft,
  returnToPending,
  type SettledScreenshot,
} from '@shotclock/db/all-accounts';
import { attemptsLeftAfter, isWorkerLoss, retryDelaySeconds } from './retry-policy.ts';
import { notifyWaiting, settle } from './settle.ts';
import type { WorkContext } from './work-context.ts';

export type Failure = {
  code: FailureCode;
  /** Safe to show: becomes the description of the screenshot. */
  description: string;
};

/** `stale`: the fencing token is not the current one, and nothing was changed. */
export type FailedAttempt = 'retried' | 'failed' | 'stale';
type EndedAttempt = Exclude<FailedAttempt, 'failed'> | SettledScreenshot;

/**
 * Ends one attempt. The capture returns to PENDING if the retry policy grants another attempt; otherwise it fails and is returned. After
 * the commit, the caller calls `notifyFailed`.
 */
export async function failAttemptIn(
  tx: Queryable,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
): Promise<EndedAttempt> {
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
    bytes: 0,
    description: failure.description,
    failureCode: failure.code,
    sentHeadersId: null,
  });
  return settled ?? 'stale';
}

/** Notifies the requests that wait for the capture if it failed. Returns the outcome of the attempt. */
export async function notifyFailed(db: Database, ended: EndedAttempt): Promise<FailedAttempt> {
  if (typeof ended === 'string') return ended;
  await notifyWaiting(db, [ended]);
  return 'failed';
}

/** `failAttemptIn` in its own transaction. */
export async function failAttempt(
  ctx: WorkContext,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
): Promise<FailedAttempt> {
  return notifyFailed(ctx.db, await ctx.db.transaction((tx) => failAttemptIn(tx, attempt, failure)));
}
