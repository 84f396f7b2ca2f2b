import type { PageRecord } from '@shotclock/contracts';
import type { Attempt } from '@shotclock/db/all-accounts';
import { recordedObjects } from '../objects/lock-stored.ts';
import { notifyWaiting, type Success, settle, settleAlone } from './settle.ts';
import type { StoredObjects } from './store-capture.ts';
import type { WorkContext } from './work-context.ts';

/**
 * The stored artifacts of a capture, what its description says, and what was seen of the page.
 * `sentHeadersId`: the headers that it sent without setting them (`createSentHeadersIds`).
 */
export type CaptureResult = StoredObjects & {
  description: string | null;
  sentHeadersId?: number | null;
  page?: PageRecord | null;
};

/**
 * PROCESSING → SUCCESS with the objects that were stored for the capture.
 * @returns false when the fencing token is stale
 * @throws StorageError `unavailable` when the sweep may have deleted the objects since they were stored
 */
export async function settleSuccess(
  ctx: WorkContext,
  attempt: Attempt,
  result: CaptureResult,
): Promise<boolean> {
  const stored = recordedObjects(result.stored);
  const success = successOf(result);
  const settled =
    (await settleAlone(ctx.db, attempt, success, stored)) ??
    (await ctx.db.transaction((tx) => settle(tx, attempt, success, { stored })));
  if (settled) await notifyWaiting(ctx.db, [settled]);
  return settled !== undefined;
}

export const successOf = ({ hashes, stored, description, sentHeadersId, page }: CaptureResult): Success => ({
  status: 'SUCCESS',
  ...hashes,
  bytes: stored.reduce((sum, { size }) => sum + size, 0),
  description,
  failureCode: null,
  sentHeadersId: sentHeadersId ?? null,
  page: page ?? null,
});
