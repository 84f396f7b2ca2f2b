import type { Protection } from '@shotclock/contracts';
import type { Queryable } from '@shotclock/db';
import { listReports } from '@shotclock/db/all-accounts';

const protections: readonly Protection[] = ['isolation', 'sandbox'];

/** The protections that a running worker lacks because its rights do not suffice. */
export async function lostProtections(db: Queryable): Promise<Protection[]> {
  const warnings = (await listReports(db)).map(
    ({ checks }) => new Set(checks.filter(({ status }) => status === 'warning').map(({ check }) => check)),
  );
  // The settings can switch off protections, which is not a lack of rights.
  return protections.filter((name) => warnings.some((checks) => checks.has('rights') && checks.has(name)));
}
