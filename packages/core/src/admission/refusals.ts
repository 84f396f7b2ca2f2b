import type { ScreenshotSource } from '@shotclock/contracts';
import { CoreError } from '../errors.ts';

/** `Retry-After` when the waiting captures of all accounts have reached their limit. */
const totalRetrySeconds = 30;
/**
 * An account's `Retry-After` is the time that this fraction of its maximum number of captures takes to finish at the
 * current rate.
 */
const retryShare = 0.01;
const retrySeconds = { min: 1, max: 60 };
const rateSeconds = 60;
const maxFinished = 1_000;

const nouns = { MANUAL_SCREENSHOT: 'manual captures', SCHEDULED_SCREENSHOT: 'captures of runs' };

/** `Retry-After` when a limit is reached, computed from the number of captures that finished recently. */
export async function retrySecondsAtRate(
  bound: number,
  countFinished: (window: { seconds: number; limit: number }) => Promise<number>,
): Promise<number> {
  const finished = await countFinished({ seconds: rateSeconds, limit: maxFinished });
  const seconds =
    finished === 0 ? retrySeconds.max : Math.ceil((bound * retryShare * rateSeconds) / finished);
  return Math.min(retrySeconds.max, Math.max(retrySeconds.min, seconds));
}

export const tooManyOfAccount = (source: ScreenshotSource, bound: number, retryAfterSeconds: number) =>
  new CoreError(
    'rate_limited',
    `The account's limit is ${bound} waiting ${nouns[source]}. Nothing was started.`,
    { retryAfterSeconds },
  );

export const tooManyInAll = () =>
  new CoreError('unavailable', 'Too many captures of all accounts are waiting. Nothing was started.', {
    retryAfterSeconds: totalRetrySeconds,
  });

export const tooManyToday = (limit: number, secondsLeftToday: number) =>
  new CoreError(
    'rate_limited',
    `The account's limit is ${limit} captures since midnight UTC. Nothing was started.`,
    { retryAfterSeconds: secondsLeftToday },
  );

/** The code is not `rate_limited`, because waiting does not free any space. */
export const tooMuchStored = (limit: number) =>
  new CoreError(
    'conflict',
    `The account's limit is ${limit} bytes of artifacts. Delete screenshots, or let retention delete them. ` +
      'Nothing was started.',
  );
