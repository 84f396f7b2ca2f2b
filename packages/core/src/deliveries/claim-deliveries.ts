import type { Database, DeliveryRow, DestinationRow } from '@shotclock/db';
import {
  claimDeliveries as claimRows,
  listDestinationsOfAny,
  lockDueDestinations,
} from '@shotclock/db/all-accounts';

/** Maximum number of requests at a time to one destination. */
const perDestination = 2;
/** Pictures take up to 45 s and the attempt 15 s. The rest is for its result, which waits for the database. */
const leaseSeconds = 120;

export type ClaimedDelivery = { delivery: DeliveryRow & { leaseToken: string }; destination: DestinationRow };

/** Claims up to `limit` due deliveries of all accounts, and cancels those of deleted and disabled destinations. */
export async function claimDeliveries(
  { db }: { db: Database },
  { limit }: { limit: number },
): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const destinationIds = await lockDueDestinations(tx);
    const rows = await claimRows(tx, { destinationIds, limit, perDestination, leaseSeconds });
    const destinations = await listDestinationsOfAny(
      tx,
      rows.map(({ destinationId }) => destinationId),
    );
    const byId = new Map(destinations.map((one) => [one.id, one]));
    return rows.map(({ leaseToken, ...row }) => ({
      delivery: { ...row, leaseToken: leaseToken! },
      destination: byId.get(row.destinationId)!,
    }));
  });
}
