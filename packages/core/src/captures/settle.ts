// Every transaction takes its locks in this order: stored objects → check series → screenshot → execution → schedule → check →
// wallet. Feed counts need no lock, and the last statement waits for none.
import {
  type Attempt,
  countSettledScreenshots,
  type Database,
  markObjectsUsed,
  notifySettled,
  type Outcome,
  type Queryable,
  type SettledScreenshot,
  settleScreenshot,
} from '@shotclock/db';
import { type CheckOutcome, settleCheck } from '../content-checks/settle-check.ts';
import { recordRunOutcome } from '../schedules/record-run-outcome.ts';
import { storableDescription } from './storable-description.ts';

/**
 * Records the final outcome of a capture and everything that follows from it, in the caller's transaction: the execution's
 * counters, the schedule's failures, the content-change check and its payment, the feed counts. After the commit, the caller calls
 * `notifyWaiting`.
 * @param check outcome of the check that waits for the capture; its baseline must be locked. Without it the check fails.
 * @returns undefined when the fencing token is stale: nothing was changed
 */
export async function settle(
  tx: Queryable,
  attempt: Attempt,
  outcome: Outcome,
  check?: CheckOutcome,
): Promise<SettledScreenshot | undefined> {
  const finished = await settleScreenshot(tx, attempt, storable(outcome));
  if (!finished) return undefined;
  if (finished.executionId !== null) {
    const counts = outcome.status === 'SUCCESS' ? { successful: 1, failed: 0 } : { successful: 0, failed: 1 };
    const ended = await countSettledScreenshots(tx, finished.executionId, counts);
    if (ended) await recordRunOutcome(tx, ended);
  }
  if (finished.hasPendingCheck)
    await settleCheck(tx, finished, storable(check ?? withoutComparison(outcome)));
  await markObjectsUsed(tx, usedObjects(outcome, finished.hasPendingCheck ? check : undefined));
  return finished;
}

/**
 * Notifies the requests that wait for settled captures; only manual captures have such requests. Never rejects: the requests also
 * read the tables at intervals.
 */
export async function notifyWaiting(db: Database, settled: SettledScreenshot[]): Promise<void> {
  const manual = settled.filter(({ executionId }) => executionId === null);
  await notifySettled(
    db.orm,
    manual.map(({ screenshotId }) => screenshotId),
  ).catch(() => undefined);
}

function storable<T extends { description: string | null }>(outcome: T): T {
  const { description } = outcome;
  return description === null ? outcome : { ...outcome, description: storableDescription(description) };
}

function usedObjects({ image, thumbnail, html, text }: Outcome, check?: CheckOutcome): string[] {
  const ofCheck = check?.status === 'SUCCESS' ? [check.subject, check.diff] : [];
  return [...new Set([image, thumbnail, html, text, ...ofCheck])].filter((hash) => hash !== null);
}

function withoutComparison({ status, description }: Outcome): CheckOutcome {
  const reason = status === 'FAILED' ? description : 'The capture was not compared.';
  return { status: 'FAILED', description: reason ?? 'The capture failed.' };
}
