import type { Rectangle } from '@shotclock/contracts';
import {
  type CheckSeries,
  findLastSuccessfulCheck,
  findScreenshot,
  lockCheckSeries,
  type Queryable,
} from '@shotclock/db';
import { baselineSubject } from './baseline-subject.ts';
import type { PendingCheck } from './pending-check.ts';

/** The baseline that a check is compared with. */
export type Baseline = {
  /** The check that the subject belongs to; null if the request specified a screenshot. */
  checkId: number | null;
  screenshotId: number | null;
  /** Hash of the image, the text or the HTML, depending on the mode. */
  subject: string;
  /** Ignored areas of the image, in image pixels. */
  masks: Rectangle[];
  /** Whether the store is known to have lost the subject. In that case, the check sets a new baseline. */
  isLost: boolean;
};

/**
 * The current baseline of a check: the screenshot that the request specified, or else the last successful check in the
 * series. Null for the first check of a series.
 */
export async function findBaseline(db: Queryable, check: PendingCheck): Promise<Baseline | null> {
  return (await findGivenBaseline(db, check)) ?? findSeriesBaseline(db, check);
}

/**
 * Locks the check's series until the end of the transaction, so that no other check moves the baseline. Call it before
 * the transaction locks rows.
 * @returns whether the check was compared with the current baseline
 */
export async function lockBaseline(
  tx: Queryable,
  check: PendingCheck,
  baseline: Baseline | null,
): Promise<boolean> {
  await lockCheckSeries(tx, check);
  // A baseline that the request specified does not move.
  if (baseline !== null && baseline.checkId === null) return true;
  const newest = await findSeriesBaseline(tx, check);
  const current = newest?.isLost ? null : newest;
  return (current?.checkId ?? null) === (baseline?.checkId ?? null);
}

async function findSeriesBaseline(db: Queryable, series: CheckSeries): Promise<Baseline | null> {
  const last = await findLastSuccessfulCheck(db, series);
  if (!last?.subject) return null;
  const { id: checkId, subject, masks, subjectUnreadable: isLost } = last;
  const screenshotId = last.keepsBaseline ? last.baselineScreenshotId : last.screenshotId;
  return { checkId, screenshotId, subject, masks, isLost };
}

async function findGivenBaseline(db: Queryable, check: PendingCheck): Promise<Baseline | null> {
  if (check.givenBaselineId === null) return null;
  const screenshot = await findScreenshot(db, {
    accountId: check.accountId,
    screenshotId: check.givenBaselineId,
  });
  const subject = screenshot && (await baselineSubject(db, screenshot, check.comparison));
  return subject ? { checkId: null, screenshotId: screenshot.id, subject, masks: [], isLost: false } : null;
}
