import type { Rectangle } from '@shotclock/contracts';
import { findRememberedLooks, findKnownLooks as findRows, type Queryable } from '@shotclock/db';
import type { Baseline } from './baseline.ts';
import type { FirstLook, PendingCheck } from './pending-check.ts';

/** `unstable`: the areas of a remembered second look that differed from its first look; null for other looks. */
export type KnownLook = FirstLook & { unstable: Rectangle[] | null };

/**
 * The looks that a check knows besides its baseline, without duplicates. A second look also knows which areas of earlier second looks
 * were unstable. A first look does not, because a change in such an area would never be looked at twice.
 */
export async function findKnownLooks(
  db: Queryable,
  check: PendingCheck,
  baseline: Baseline,
): Promise<KnownLook[]> {
  const { firstLook, comparison } = check;
  const looks = new Map<string, KnownLook>();
  for (const look of await findRows(db, check, comparison.recent))
    looks.set(look.subject, { ...look, unstable: null });
  looks.delete(baseline.subject);
  const remembersAreas = firstLook !== null && comparison.mode === 'visual';
  const remembered = remembersAreas ? await findRememberedLooks(db, check, comparison.recent) : [];
  return [...looks.values(), ...remembered];
}
