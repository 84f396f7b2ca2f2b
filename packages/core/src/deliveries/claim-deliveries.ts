import type { Database } from '@shotclock/db';
import {
  type ClaimedRow,
  claimDeliveries as claimRows,
  lockDueDestinations,
} from '@shotclock/db/all-accounts';

/** Maximum number of requests at a time to one destination. */
const perDestination = 2;
/** Pictures take up to 45 s and the attempt 15 s. The rest is for its result, which waits for the database. */
const leaseSeconds = 120;

export type ClaimedDelivery = ClaimedRow & { delivery: { leaseToken: string } };

/**
 * Claims up to `limit` due deliveries of all accounts but the busy ones, at most `perAccount` of an account, and cancels
 * those of deleted and disabled destinations.
 */
export async function claimDeliveries(
  { db }: { db: Database },
  {
    limit,
    perAccount = limit,
    busyAccounts = [],
  }: { limit: number; perAccount?: number; busyAccounts?: number[] },
): Promise<ClaimedDelivery[]> {
  const limits = { limit, perAccount, perDestination };
  return db.transaction(async (tx) => {
    const destinationIds = await lockDueDestinations(tx, { ...limits, busyAccounts });
    const rows = await claimRows(tx, { ...limits, destinationIds, leaseSeconds });
    return rows.map(({ delivery, ...row }) => ({
      ...row,
      delivery: { ...delivery, leaseToken: delivery.leaseToken! },
    }));
  });
}
