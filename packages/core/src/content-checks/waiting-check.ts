import type { Comparison, Rectangle } from '@shotclock/contracts';
import {
  type CheckSeries,
  type ContentCheckRow,
  findLastSuccess,
  findScreenshot,
  type Queryable,
} from '@shotclock/db';
import { givenSubject } from './given-subject.ts';

/** A check that waits for the capture of a claimed screenshot. */
export type WaitingCheck = CheckSeries & {
  id: number;
  comparison: Comparison;
  /** The screenshot that the request named to compare with. */
  givenBaselineId: number | null;
};

/** What a check is compared with. */
export type Baseline = {
  /** The check whose subject this is; null for a screenshot that the request named. */
  checkId: number | null;
  screenshotId: number | null;
  /** Hash of the image, the text or the HTML, by the mode. */
  subject: string;
  /** What of its image is ignored, in its pixels. */
  masks: Rectangle[];
};

export const waitingCheck = (row: ContentCheckRow): WaitingCheck => ({
  id: row.id,
  accountId: row.accountId,
  target: row.target,
  comparison: row.comparison,
  givenBaselineId: row.givenBaselineId,
});

/**
 * What the check is to be compared with now: the screenshot that its request named, otherwise the series' last success.
 * Null for the first of a series.
 */
export async function findBaseline(db: Queryable, check: WaitingCheck): Promise<Baseline | null> {
  return (await findGivenBaseline(db, check)) ?? findSeriesBaseline(db, check);
}

/** The series' last success. */
export async function findSeriesBaseline(db: Queryable, series: CheckSeries): Promise<Baseline | null> {
  const last = await findLastSuccess(db, series);
  if (!last?.subject) return null;
  return { checkId: last.id, screenshotId: last.screenshotId, subject: last.subject, masks: last.masks };
}

async function findGivenBaseline(db: Queryable, check: WaitingCheck): Promise<Baseline | null> {
  if (check.givenBaselineId === null) return null;
  const screenshot = await findScreenshot(db, {
    accountId: check.accountId,
    screenshotId: check.givenBaselineId,
  });
  const subject = screenshot && (await givenSubject(db, screenshot, check.comparison));
  return subject ? { checkId: null, screenshotId: screenshot.id, subject, masks: [] } : null;
}
