import type { Change, ChangedArea, ConditionResult, Rectangle } from '@shotclock/contracts';
import {
  completeContentCheck,
  deleteFirstLooks,
  dropCheckObjects,
  failContentChecks,
  lockPreviousCheck,
  markObjectsSuspect,
  type Queryable,
  shareLockScreenshot,
} from '@shotclock/db';
import type { Baseline } from './baseline.ts';
import { creditChecks } from './check-payment.ts';

export type CheckOutcome =
  | {
      status: 'SUCCESS';
      /** The baseline that the capture was compared with; null for the first check in its series. */
      baseline: Baseline | null;
      changed: boolean;
      /** Fraction of the content that differs, from 0 to 1. */
      ratio: number;
      /** Hash of the stored subject. */
      subject: string;
      /** Whether `subject` and `masks` are those of the baseline, which thereby remains the baseline. */
      keepsBaseline?: boolean;
      masks: Rectangle[];
      /** Hash of the stored diff. */
      diff: string | null;
      /** The areas in which images differ; null for text and HTML. */
      changes?: Change[] | null;
      /** The bounding box of all changed pixels; null for text and HTML, and if nothing changed. */
      changedArea?: ChangedArea | null;
      /** The areas that differ between two captures taken at the same time; null if there was no second capture. */
      unstable?: Rectangle[] | null;
      /** Null without conditions. */
      conditions?: ConditionResult | null;
      description: string | null;
    }
  | { status: 'FAILED'; description: string };

/**
 * Settles the check that is waiting for the screenshot, if there is one. A failed check is refunded at most once. Once a
 * check succeeds, the previous check in its series keeps its objects only as long as its own screenshot exists.
 */
export async function settleCheck(
  tx: Queryable,
  { accountId, screenshotId }: { accountId: number; screenshotId: number },
  outcome: CheckOutcome,
): Promise<void> {
  const key = { accountId, screenshotId };
  if (outcome.status === 'SUCCESS') {
    const { baseline, status: _, ...result } = outcome;
    // The baseline's screenshot may have been deleted since the comparison. Deletions lock the screenshot before its
    // checks.
    const compared = baseline?.screenshotId ?? null;
    const held =
      compared === null ? undefined : await shareLockScreenshot(tx, { accountId, screenshotId: compared });
    const { orphan, firstLook } = await lockPreviousCheck(tx, key);
    await completeContentCheck(tx, key, { ...result, baselineScreenshotId: held?.id ?? null });
    const dropped = orphan === null ? [] : await dropCheckObjects(tx, { accountId, checkIds: [orphan] });
    const ofFirstLook = await dropFirstLooks(tx, { accountId, screenshotIds: [screenshotId] }, [firstLook]);
    await markObjectsSuspect(tx, [...new Set([...dropped, ...ofFirstLook])]);
    return;
  }
  await failChecks(tx, { accountId, screenshotIds: [screenshotId] }, outcome.description);
}

/** Fails and refunds the checks that are waiting for screenshots of one account. */
export async function failChecks(
  tx: Queryable,
  key: { accountId: number; screenshotIds: number[] },
  description: string,
): Promise<void> {
  const { checks, firstLooks } = await failContentChecks(tx, key, description);
  await creditChecks(tx, key, checks);
  await markObjectsSuspect(tx, await dropFirstLooks(tx, key, firstLooks));
}

/**
 * Deletes the captures of first looks whose checks have ended.
 * @param subjects compared objects of the first looks; null for a check without one
 * @returns the objects that the first looks no longer refer to
 */
async function dropFirstLooks(
  tx: Queryable,
  key: { accountId: number; screenshotIds: number[] },
  subjects: (string | null)[],
): Promise<string[]> {
  const compared = subjects.filter((hash) => hash !== null);
  return compared.length === 0 ? [] : [...new Set([...compared, ...(await deleteFirstLooks(tx, key))])];
}
