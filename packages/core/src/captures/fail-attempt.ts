import type { FailureCode } from '@shotclock/contracts';
import type { Database, Queryable } from '@shotclock/db';
import {
  type Attempt,
  type AttemptsLeft,
  type FirstLookRow,
  findFirstLook,
  type Outcome,
  returnToPending,
  type SettledScreenshot,
} from '@shotclock/db/all-accounts';
import { StorageError } from '@shotclock/storage';
import type { CheckOutcome } from '../content-checks/settle-check.ts';
import { recordedObjects } from '../objects/lock-stored.ts';
import type { StoredObject } from '../objects/store-object.ts';
import { attemptsLeftAfter, isWorkerLoss, retryDelaySeconds } from './retry-policy.ts';
import { notifyWaiting, settle } from './settle.ts';
import type { WorkContext } from './work-context.ts';

export type Failure = {
  code: FailureCode;
  /** Safe to show; becomes the screenshot's description. */
  description: string;
};

/**
 * `failed`: the attempt was the last one, so the capture failed or kept its first look. `stale`: the fencing token is stale;
 * nothing was changed.
 */
export type FailedAttempt = 'retried' | 'failed' | 'stale';
type EndedAttempt = Exclude<FailedAttempt, 'failed'> | SettledScreenshot;

/**
 * Ends one attempt. Returns the capture to PENDING if the retry policy allows another attempt; otherwise fails it and
 * returns it. If that attempt was a second look, the capture succeeds with its first look, and only its check fails. The caller must call `notifyFailed` after the commit.
 * @param image image of the page, which is kept if the capture fails
 * @throws StorageError `unavailable` if the sweep may have deleted the image since it was stored
 */
export async function failAttemptIn(
  tx: Queryable,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
  image: StoredObject | null = null,
): Promise<EndedAttempt> {
  const attemptsLeft = attemptsLeftAfter(failure.code, attempt);
  const afterSeconds = retryDelaySeconds(failure.code, attemptsLeft);
  if (afterSeconds !== null) {
    const spent = attempt.attemptsLeft - attemptsLeft;
    const lostWorker = isWorkerLoss(failure.code);
    return (await returnToPending(tx, attempt, { spent, afterSeconds, lostWorker })) ? 'retried' : 'stale';
  }
  const firstLook = await findFirstLook(tx, attempt.screenshotId);
  if (firstLook) return (await settle(tx, attempt, ...keepFirstLook(firstLook, failure))) ?? 'stale';
  const outcome: Outcome = {
    status: 'FAILED',
    image: image?.sha256 ?? null,
    thumbnail: null,
    html: null,
    text: null,
    bytes: image?.size ?? 0,
    description: failure.description,
    failureCode: failure.code,
    sentHeadersId: null,
  };
  const settled = await settle(tx, attempt, outcome, image ? { stored: recordedObjects([image]) } : {});
  return settled ?? 'stale';
}

/**
 * The settlement of a capture whose second look failed: it succeeds with its first look, and its check fails. The first look
 * keeps its objects from being swept.
 */
function keepFirstLook(
  { capturedAt, image, thumbnail, html, text, bytes, description, sentHeadersId, page }: FirstLookRow,
  failure: Failure,
): [Outcome, { check: CheckOutcome }] {
  const kept = `This is the first capture of its check, taken at ${capturedAt.toISOString()}, because the second one failed.`;
  return [
    {
      ...{ status: 'SUCCESS', image, thumbnail, html, text, bytes, sentHeadersId, page, failureCode: null },
      description: description === null ? kept : `${description} ${kept}`,
    },
    {
      check: {
        status: 'FAILED',
        description: `A change was found but not confirmed, because the second capture failed: ${failure.description}`,
      },
    },
  ];
}

/** If the capture failed, notifies the requests that are waiting for it. Returns the outcome of the attempt. */
export async function notifyFailed(db: Database, ended: EndedAttempt): Promise<FailedAttempt> {
  if (typeof ended === 'string') return ended;
  await notifyWaiting(db, [ended]);
  return 'failed';
}

/** Calls `failAttemptIn` in its own transaction. If the image may have been swept, the capture fails without it. */
export async function failAttempt(
  ctx: WorkContext,
  attempt: Attempt & AttemptsLeft,
  failure: Failure,
  image: StoredObject | null = null,
): Promise<FailedAttempt> {
  const end = (one: StoredObject | null) =>
    ctx.db.transaction((tx) => failAttemptIn(tx, attempt, failure, one));
  const ended = await end(image).catch((error: unknown) => {
    if (error instanceof StorageError) return end(null);
    throw error;
  });
  return notifyFailed(ctx.db, ended);
}

/** Whether this failed attempt causes the capture to fail. */
export const isFinalFailure = (attempt: AttemptsLeft, { code }: Failure): boolean =>
  retryDelaySeconds(code, attemptsLeftAfter(code, attempt)) === null;
