import { type Attempt, type Outcome, type Queryable, shareLockObjects } from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import type { StoredObject } from '../objects/store-object.ts';
import { settle } from './settle.ts';
import type { StoredObjects } from './store-capture.ts';
import type { WorkContext } from './work-context.ts';

/** The stored artifacts of a capture and what its description says. */
export type CaptureResult = StoredObjects & { description: string | null };

/**
 * PROCESSING → SUCCESS with the objects that were stored for the capture.
 * @returns false when the fencing token is stale
 * @throws StorageError `unavailable` when the objects were stored so long ago that they may have been swept
 */
export async function settleSuccess(
  ctx: WorkContext,
  attempt: Attempt,
  result: CaptureResult,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await lockStored(tx, result.stored);
    return settle(tx, attempt, successOf(result));
  });
}

/** Keeps the objects from being swept until the transaction ends, so that no record lacks its object. */
export async function lockStored(tx: Queryable, stored: StoredObject[]): Promise<void> {
  const hashes = [...new Set(stored.map(({ sha256 }) => sha256))];
  const goodUntil = Math.min(...stored.map((one) => one.goodUntil));
  if (!(await shareLockObjects(tx, hashes, goodUntil)))
    throw new StorageError('unavailable', 'a stored object may have been swept');
}

export const successOf = ({ hashes, description }: CaptureResult): Outcome => ({
  status: 'SUCCESS',
  ...hashes,
  description,
  failureCode: null,
});
