import type { Rectangle, SeenContent } from '@shotclock/contracts';
import {
  type CheckSeries,
  findCheckOfScreenshot,
  findLastSuccessfulCheck,
  findScreenshot,
  lockCheckSeries,
  type Queryable,
} from '@shotclock/db';
import { baselineSubject } from './baseline-subject.ts';
import { seenBefore } from './judge-conditions.ts';
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
  /** What it showed of the conditions of the check; null if it was not looked for. */
  seen: SeenContent | null;
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

async function findSeriesBaseline(
  db: Queryable,
  series: CheckSeries & Pick<PendingCheck, 'comparison'>,
): Promise<Baseline | null> {
  const last = await findLastSuccessfulCheck(db, series);
  if (!last?.subject) return null;
  const { id: checkId, subject, masks, subjectUnreadable: isLost } = last;
  const screenshotId = last.keepsBaseline ? last.baselineScreenshotId : last.screenshotId;
  const seen = seenBefore(last, series.comparison.conditions);
  return { checkId, screenshotId, subject, masks, isLost, seen };
}

async function findGivenBaseline(db: Queryable, check: PendingCheck): Promise<Baseline | null> {
  if (check.givenBaselineId === null) return null;
  const screenshot = await findScreenshot(db, {
    accountId: check.accountId,
    screenshotId: check.givenBaselineId,
  });
  const subject = screenshot && (await baselineSubject(db, screenshot, check.comparison));
  if (!subject) return null;
  const { accountId, comparison } = check;
  const { id: screenshotId } = screenshot;
  const own = comparison.conditions && (await findCheckOfScreenshot(db, { accountId, screenshotId }));
  const seen = own ? seenBefore({ ...own, keepsBaseline: false }, comparison.conditions) : null;
  return { checkId: null, screenshotId, subject, masks: [], isLost: false, seen };
}
