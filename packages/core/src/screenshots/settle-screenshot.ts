import {
  type Attempt,
  countAndNotifySettled,
  countSettled,
  finishScreenshot,
  insertObjects,
  type Outcome,
  type Queryable,
} from '@shotclock/db';
import { countEndedRun } from '../schedules/count-ended-run.ts';
import type { StoredObjects } from './store-capture.ts';
import type { WorkContext } from './work-context.ts';

/**
 * Ends a screenshot with everything that depends on it, in the caller's transaction; false when the token is stale. Locks in
 * the order screenshot → execution → schedule → wallet → counts: the counts are every settlement's, so they come last.
 */
export async function settle(tx: Queryable, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  const finished = await finishScreenshot(tx, attempt, outcome);
  if (!finished) return false;
  if (finished.executionId !== null) {
    const ended = await countSettled(tx, finished.executionId, outcome.status === 'SUCCESS');
    if (ended) await countEndedRun(tx, ended);
  }
  await countAndNotifySettled(tx, finished);
  return true;
}

/** PROCESSING → SUCCESS, with the objects that were stored for it. False when another holds the screenshot by now. */
export async function settleSuccess(
  ctx: WorkContext,
  attempt: Attempt,
  result: StoredObjects & { description: string | null },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await insertObjects(tx, result.stored);
    return settle(tx, attempt, {
      status: 'SUCCESS',
      ...result.hashes,
      description: result.description,
      failureCode: null,
    });
  });
}
