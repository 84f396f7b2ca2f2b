import { CaptureError } from '@shotclock/capture';
import {
  type ClaimedScreenshot,
  isFinalFailure,
  type StoredObject,
  storeObject,
  type WorkContext,
} from '@shotclock/core';
import { type Logger, rejectOnAbort, withDeadline } from '@shotclock/runtime';
import { captureFailure } from './capture-failure.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import type { StoreOutage } from './store-outage.ts';

/** Time limit in milliseconds. This is short, because the failure is recorded only afterwards. */
const storeMs = 5_000;

type StoreContext = WorkContext & {
  outage: StoreOutage;
  logger: Logger;
};

/**
 * Stores the image of a failed attempt if there are no more attempts. Never rejects: if the image cannot be stored, the
 * failure is recorded without it.
 * @returns null if there is no image, or it could not be stored within 5 s
 */
export async function storeFailureImage(
  { db, objects, outage, logger }: StoreContext,
  claim: ClaimedScreenshot,
  error: unknown,
  signal: AbortSignal,
): Promise<StoredObject | null> {
  // A capture whose second look fails keeps its first look.
  if (claim.check?.firstLook) return null;
  const image = error instanceof CaptureError ? error.image : null;
  if (image === null || !isFinalFailure(claim, captureFailure(error)) || outage.isAway()) return null;
  using deadline = withDeadline(signal, storeMs);
  const store = () => storeObject(objects, { body: image, contentType: 'image/jpeg' }, deadline.signal);
  try {
    return await rejectOnAbort(retryWhileDatabaseDown(db, store, deadline.signal), deadline.signal);
  } catch (err) {
    logger.warn({ err }, 'the image of a failed capture was not stored');
    // During an outage, later failures do not wait for the store.
    if (!signal.aborted) void outage.confirm();
    return null;
  }
}
