// Locks are taken in one order everywhere: stored objects → the check's series → screenshot → execution → schedule → check
// → wallet → counts.
import {
  type Attempt,
  countAndNotifySettled,
  countSettled,
  finishScreenshot,
  holdObjects,
  type Outcome,
  type Queryable,
} from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import { type CheckOutcome, endCheck, holdBaseline } from '../content-checks/end-check.ts';
import type { WaitingCheck } from '../content-checks/waiting-check.ts';
import type { StoredObject } from '../objects/store-object.ts';
import { countEndedRun } from '../schedules/count-ended-run.ts';
import type { StoredObjects } from './store-capture.ts';
import type { WorkContext } from './work-context.ts';

/**
 * Ends a screenshot with everything that depends on it, in the caller's transaction; false when the token is stale. A check
 * that waits for it ends as `check` says, whose baseline is held; without that it has failed, as the capture may have.
 */
export async function settle(
  tx: Queryable,
  attempt: Attempt,
  outcome: Outcome,
  check?: CheckOutcome,
): Promise<boolean> {
  const finished = await finishScreenshot(tx, attempt, outcome);
  if (!finished) return false;
  if (finished.executionId !== null) {
    const ended = await countSettled(tx, finished.executionId, outcome.status === 'SUCCESS');
    if (ended) await countEndedRun(tx, ended);
  }
  await endCheck(tx, finished, check ?? withoutComparison(outcome));
  await countAndNotifySettled(tx, finished);
  return true;
}

function withoutComparison({ status, description }: Outcome): CheckOutcome {
  const reason = status === 'FAILED' ? description : 'The capture was not compared.';
  return { status: 'FAILED', description: reason ?? 'The capture failed.' };
}

type CaptureResult = StoredObjects & { description: string | null };

/**
 * PROCESSING → SUCCESS, with the objects that were stored for it. False when another holds the screenshot by now.
 * @throws StorageError `unavailable` when the objects were stored so long ago that they may have been swept: store them again
 */
export async function settleSuccess(
  ctx: WorkContext,
  attempt: Attempt,
  result: CaptureResult,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await hold(tx, result.stored);
    return settle(tx, attempt, successOf(result));
  });
}

/**
 * As `settleSuccess`, for a screenshot that a check waits for. `baseline_moved`: another check of the series succeeded since
 * this one was compared, and nothing was changed: compare again. `stale`: another holds the screenshot by now.
 * @throws StorageError as `settleSuccess`
 */
export async function settleChecked(
  ctx: WorkContext,
  attempt: Attempt & { check: WaitingCheck },
  result: CaptureResult,
  compared: { outcome: CheckOutcome; stored: StoredObject[] },
): Promise<'settled' | 'stale' | 'baseline_moved'> {
  const { outcome } = compared;
  return ctx.db.transaction(async (tx) => {
    await hold(tx, [...result.stored, ...compared.stored]);
    if (outcome.status === 'SUCCESS' && !(await holdBaseline(tx, attempt.check, outcome.baseline)))
      return 'baseline_moved';
    return (await settle(tx, attempt, successOf(result), outcome)) ? 'settled' : 'stale';
  });
}

/** No record without its object: until the transaction ends, these are not swept. */
async function hold(tx: Queryable, stored: StoredObject[]): Promise<void> {
  const hashes = [...new Set(stored.map(({ sha256 }) => sha256))];
  const goodUntil = Math.min(...stored.map((one) => one.goodUntil));
  if (!(await holdObjects(tx, hashes, goodUntil)))
    throw new StorageError('unavailable', 'what was stored is not kept any more');
}

const successOf = ({ hashes, description }: CaptureResult): Outcome => ({
  status: 'SUCCESS',
  ...hashes,
  description,
  failureCode: null,
});
