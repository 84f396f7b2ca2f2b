import type { Comparison, Rectangle } from '@shotclock/contracts';
import type { CheckSeries, ContentCheckRow } from '@shotclock/db';

/** A check whose capture has not settled. */
export type PendingCheck = CheckSeries & {
  id: number;
  comparison: Comparison;
  /** The baseline that the request specified. */
  givenBaselineId: number | null;
  /** What the first look showed; null before the first look. */
  firstLook: FirstLook | null;
};

/** The hash of the compared object, and the ignored areas of the image, in image pixels. */
export type FirstLook = { subject: string; masks: Rectangle[] };

export const pendingCheck = (row: ContentCheckRow): PendingCheck => ({
  id: row.id,
  accountId: row.accountId,
  target: row.target,
  comparison: row.comparison,
  givenBaselineId: row.givenBaselineId,
  firstLook: row.subject === null ? null : { subject: row.subject, masks: row.masks },
});
