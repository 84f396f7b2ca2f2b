import { findKnownLooks as findRows, type Queryable } from '@shotclock/db';
import type { Baseline } from './baseline.ts';
import type { FirstLook, PendingCheck } from './pending-check.ts';

/** The looks that a check knows besides its baseline, without duplicates. */
export async function findKnownLooks(
  db: Queryable,
  check: PendingCheck,
  baseline: Baseline,
): Promise<FirstLook[]> {
  const looks = new Map<string, FirstLook>();
  for (const look of await findRows(db, check, check.comparison.recent)) looks.set(look.subject, look);
  looks.delete(baseline.subject);
  return [...looks.values()];
}
