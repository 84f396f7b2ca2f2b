// The life of a check with `confirm: { after }`. It stays PENDING, and so does its capture: the row in `captures` waits for
// its second look as it would wait for a retry. Leases, recovery, cancellation and the lost-job scan therefore apply
// unchanged, and the run is not finished before the second look.
//
//   first look ── unchanged, not comparable, or failed ──► settled as without `confirm`
//       │ changed
//       ▼
//   hold: check.subject, check.confirm_at, first_looks; capture: waiting until confirm_at       one transaction, fenced
//       │ released, claimed; a lost worker or a failed attempt repeats only the second look
//       ▼
//   second look, compared with the current baseline
//       ├── also changed, apart from what differs between the looks ──► SUCCESS, changed; the second look is the next baseline
//       ├── not changed ──► SUCCESS, not changed; the baseline remains the baseline
//       ├── not comparable ──► FAILED, refunded; the baseline remains; the capture keeps the second look
//       ├── the capture failed ──► FAILED, refunded; the baseline remains; the capture succeeds with the first look
//       └── canceled ──► FAILED, refunded; the baseline remains; the canceled capture keeps the image of the first look
//
// The baseline remains because a change that appears between the looks is not confirmed yet. The next check finds it.
import { markObjectsUsed, notifyWork, type Queryable, storeFirstLook } from '@shotclock/db';
import { type Attempt, returnToPending } from '@shotclock/db/all-accounts';
import type { FirstLook, PendingCheck } from '../content-checks/pending-check.ts';
import { type Success, storable, usedObjects } from './settle.ts';

/** The first look of a check that is confirmed `afterSeconds` later. */
export type HeldCheck = FirstLook & { status: 'HELD'; afterSeconds: number };

/**
 * Stores the first look and its capture, and returns the capture to PENDING until the second look. The caller must have locked
 * the subject and the objects of the capture.
 * @returns false if the fencing token is stale; nothing was changed
 */
export async function holdCheck(
  tx: Queryable,
  attempt: Attempt & { check: PendingCheck },
  { subject, masks, afterSeconds }: HeldCheck,
  success: Success,
): Promise<boolean> {
  const { screenshotId, token, check } = attempt;
  if (!(await returnToPending(tx, { screenshotId, token }, { spent: 0, afterSeconds }))) return false;
  const { image, thumbnail, html, text, bytes, description, sentHeadersId, page = null } = storable(success);
  const capture = { image, thumbnail, html, text, bytes, description, sentHeadersId, page };
  await storeFirstLook(
    tx,
    { accountId: check.accountId, screenshotId },
    { subject, masks, afterSeconds, capture },
  );
  notifyWork(tx);
  await markObjectsUsed(tx, [...new Set([subject, ...usedObjects(success)])]);
  return true;
}
