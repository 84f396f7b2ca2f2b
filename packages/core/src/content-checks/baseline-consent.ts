import type { PageRecord } from '@shotclock/contracts';
import { findPageRecords, type Queryable } from '@shotclock/db';
import { findBaseline } from './baseline.ts';
import type { PendingCheck } from './pending-check.ts';

export type ConsentOutcome = NonNullable<PageRecord['consent']>['outcome'];

/** How the capture of the check's current baseline handled the cookie banner; null if there is no baseline or no such record. */
export async function findBaselineConsent(
  db: Queryable,
  check: PendingCheck,
): Promise<ConsentOutcome | null> {
  const screenshotId = (await findBaseline(db, check))?.screenshotId ?? null;
  if (screenshotId === null) return null;
  const records = await findPageRecords(db, { accountId: check.accountId, screenshotIds: [screenshotId] });
  return records.get(screenshotId)?.consent?.outcome ?? null;
}
