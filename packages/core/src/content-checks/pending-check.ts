import type { Comparison } from '@shotclock/contracts';
import type { CheckSeries, ContentCheckRow } from '@shotclock/db';

/** A check whose capture has not settled. */
export type PendingCheck = CheckSeries & {
  id: number;
  comparison: Comparison;
  /** The baseline that the request specified. */
  givenBaselineId: number | null;
};

export const pendingCheck = (row: ContentCheckRow): PendingCheck => ({
  id: row.id,
  accountId: row.accountId,
  target: row.target,
  comparison: row.comparison,
  givenBaselineId: row.givenBaselineId,
});
