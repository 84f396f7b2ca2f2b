// settleSuccess       no check ────────────► one statement ────────────────┐
//                     a check came since ─┐                               ├─► commit ─► notifyWaiting
// settle-compared.ts  compared ───────────┼─► settle ─────────────────────┘
// fail-attempt.ts     no attempts left ───┘   (the screenshot, a failed run, the check and its refund)
//
// Every transaction takes its locks in this order: stored objects → check series → capture → screenshot → execution → schedule →
// check → wallet. Feed counts are not locked, and the last statement does not wait for locks.
import type { PageRecord } from '@shotclock/contracts';
import {
  type Database,
  markObjectsUsed,
  notifySettled,
  type Queryable,
  type RecordedObjects,
} from '@shotclock/db';
import {
  type Attempt,
  type Outcome,
  type SettledScreenshot,
  settleScreenshot,
  settleWithoutCheck,
} from '@shotclock/db/all-accounts';
import { type CheckOutcome, settleCheck } from '../content-checks/settle-check.ts';
import { maybeSwept, recordedObjects } from '../objects/lock-stored.ts';
import { recordFailedRun } from './record-failed-run.ts';
import { storableDescription } from './storable-description.ts';
import type { StoredObjects } from './store-capture.ts';
import type { WorkContext } from './work-context.ts';

export type Success = Outcome & { status: 'SUCCESS'; image: string };

/**
 * The stored artifacts of a capture, the parts of its description, and the observations about the page. `sentHeadersId`:
 * the default headers that were sent (see `createSentHeadersIds`).
 */
export type CaptureResult = StoredObjects & {
  description: string | null;
  sentHeadersId?: number | null;
  page?: PageRecord | null;
};

/**
 * Records, in the caller's transaction, the final outcome of a capture and all its effects: the execution's counters, the
 * schedule's failures, the content-change check and its payment, and the facts. The caller must call `notifyWaiting`
 * after the commit.
 * @param options.stored objects to lock against sweeping; if absent, the caller must have locked the objects of the outcome
 * @param options.check outcome of the check that is waiting for the capture; its baseline must be locked. If absent, such a check fails.
 * @returns undefined if the fencing token is stale; nothing was changed
 * @throws StorageError `unavailable` if the sweep may have deleted the objects since they were stored
 */
export async function settle(
  tx: Queryable,
  attempt: Attempt,
  outcome: Outcome,
  { stored, check }: { stored?: RecordedObjects; check?: CheckOutcome } = {},
): Promise<SettledScreenshot | undefined> {
  const settled = await settleScreenshot(tx, attempt, storable(outcome), {
    used: usedObjects(outcome),
    ...(stored ? { stored } : {}),
  });
  if (settled === 'stale') return undefined;
  if (settled === 'swept') throw maybeSwept();
  if (settled.failedRun) await recordFailedRun(tx, settled.failedRun);
  if (settled.hasPendingCheck) {
    await settleCheck(tx, settled, storable(check ?? withoutComparison(outcome)));
    await markObjectsUsed(tx, usedObjects(outcome, check));
  }
  return settled;
}

/**
 * PROCESSING → SUCCESS with the objects that were stored for the capture. Without a check, the outcome has no other
 * effects, so a single statement settles the capture in its own transaction.
 * @returns false if the fencing token is stale
 * @throws StorageError like `settle`
 */
export async function settleSuccess(
  ctx: WorkContext,
  attempt: Attempt,
  result: CaptureResult,
): Promise<boolean> {
  const stored = recordedObjects(result.stored);
  const success = successOf(result);
  const objects = { stored, used: usedObjects(success) };
  const alone = await settleWithoutCheck(ctx.db.orm, attempt, storable(success), objects);
  if (alone === 'swept') throw maybeSwept();
  // Either the fencing token is stale, or a check is waiting for the capture.
  const settled =
    alone === 'stale' ? await ctx.db.transaction((tx) => settle(tx, attempt, success, { stored })) : alone;
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

/**
 * Notifies the event streams and, for manual captures, the requests that are waiting for them. Never rejects, because the
 * waiting streams and requests also poll the tables.
 */
export async function notifyWaiting(db: Database, settled: SettledScreenshot[]): Promise<void> {
  for (const { accountId } of settled) db.changed(accountId);
  const manual = settled.filter(({ executionId }) => executionId === null);
  await notifySettled(
    db.orm,
    manual.map(({ screenshotId }) => screenshotId),
  ).catch(() => undefined);
}

/** The outcome with a description that Postgres can store. */
export function storable<T extends { description: string | null }>(outcome: T): T {
  const { description } = outcome;
  return description === null ? outcome : { ...outcome, description: storableDescription(description) };
}

/** The hashes of the objects that the records refer to after the settlement. */
export function usedObjects({ image, thumbnail, html, text }: Outcome, check?: CheckOutcome): string[] {
  const ofCheck = check?.status === 'SUCCESS' ? [check.subject, check.diff] : [];
  return [...new Set([image, thumbnail, html, text, ...ofCheck])].filter((hash) => hash !== null);
}

function withoutComparison({ status, description }: Outcome): CheckOutcome {
  const reason = status === 'FAILED' ? description : 'The capture was not compared.';
  return { status: 'FAILED', description: reason ?? 'The capture failed.' };
}
