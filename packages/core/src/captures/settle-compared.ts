// find the baseline ──► compare ──► settle, or hold until the second look (hold-check.ts) ──► done
//        ▲                             │
//        └────── the baseline moved ◄──┘   another check in the series succeeded during the comparison
import type { Attempt } from '@shotclock/db/all-accounts';
import { type Baseline, findBaseline, lockBaseline } from '../content-checks/baseline.ts';
import type { PendingCheck } from '../content-checks/pending-check.ts';
import type { CheckOutcome } from '../content-checks/settle-check.ts';
import { lockStored } from '../objects/lock-stored.ts';
import type { StoredObject } from '../objects/store-object.ts';
import { AttemptError } from './attempt-error.ts';
import { type HeldCheck, holdCheck } from './hold-check.ts';
import { type CaptureResult, notifyWaiting, settle, successOf } from './settle.ts';
import type { WorkContext } from './work-context.ts';

/** The outcome of a comparison and the objects that were stored for it. */
export type ComparedCapture = { outcome: CheckOutcome | HeldCheck; stored: StoredObject[] };

/** Compares the capture with a baseline, which is null for the first check in a series. */
export type CompareWithBaseline = (baseline: Baseline | null) => Promise<ComparedCapture>;

/** Maximum number of comparisons in one attempt, each with a newer baseline. */
const maxComparisons = 5;

/** `stale`: the fencing token is stale, and nothing was changed. */
export type SettledCheck = 'settled' | 'held' | 'stale';

/**
 * PROCESSING → SUCCESS for a screenshot that a check is waiting for, together with the outcome of the check. Repeats the
 * comparison if the baseline has moved. `held`: PROCESSING → PENDING until the check's second look.
 * @throws AttemptError `baseline_moved` after five comparisons; StorageError like `settle`; errors from `compare`
 */
export async function settleCompared(
  ctx: WorkContext,
  attempt: Attempt & { check: PendingCheck },
  result: CaptureResult,
  compare: CompareWithBaseline,
): Promise<SettledCheck> {
  for (let comparison = 1; comparison <= maxComparisons; comparison += 1) {
    const baseline = await findBaseline(ctx.db.orm, attempt.check);
    const settled = await settleComparison(ctx, attempt, result, await compare(baseline));
    if (settled !== 'baseline_moved') return settled;
  }
  throw new AttemptError(
    'baseline_moved',
    'Other checks in the same series changed the baseline during every comparison.',
  );
}

/**
 * Settles one comparison. `baseline_moved`: another check in the series has succeeded since the comparison; nothing was
 * changed.
 */
export async function settleComparison(
  ctx: WorkContext,
  attempt: Attempt & { check: PendingCheck },
  result: CaptureResult,
  { outcome, stored }: ComparedCapture,
): Promise<SettledCheck | 'baseline_moved'> {
  const settled = await ctx.db.transaction(async (tx) => {
    await lockStored(tx, [...result.stored, ...stored]);
    if (outcome.status === 'HELD')
      return (await holdCheck(tx, attempt, outcome, successOf(result))) ? 'held' : 'stale';
    if (outcome.status === 'SUCCESS' && !(await lockBaseline(tx, attempt.check, outcome.baseline)))
      return 'baseline_moved';
    return (await settle(tx, attempt, successOf(result), { check: outcome })) ?? 'stale';
  });
  if (settled === 'held') ctx.db.changed(attempt.check.accountId);
  if (typeof settled === 'string') return settled;
  await notifyWaiting(ctx.db, [settled]);
  return 'settled';
}
