import type { WalletReferenceType } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { walletEntryCounts } from '../schema/feed-counts.ts';

/** Counts entries of the ledger into their hours (UTC), in the transaction that makes them. */
export async function countWalletEntries(
  tx: Queryable,
  entries: { accountId: number; referenceType: WalletReferenceType; createdAt: Date }[],
): Promise<void> {
  const days = Map.groupBy(
    entries,
    ({ accountId, referenceType, createdAt }) =>
      `${accountId} ${referenceType} ${createdAt.toISOString().slice(0, 10)}`,
  );
  // In one order everywhere, so that two transactions never wait for each other.
  for (const key of [...days.keys()].sort()) {
    const [first, ...more] = days.get(key)!;
    const hours = Array.from({ length: 24 }, () => 0);
    for (const { createdAt } of [first!, ...more]) hours[createdAt.getUTCHours()]! += 1;
    await tx
      .insert(walletEntryCounts)
      .values({
        accountId: first!.accountId,
        referenceType: first!.referenceType,
        day: first!.createdAt.toISOString().slice(0, 10),
        hours,
        total: more.length + 1,
      })
      .onConflictDoUpdate({
        target: [walletEntryCounts.accountId, walletEntryCounts.referenceType, walletEntryCounts.day],
        set: {
          hours: sql`(select array_agg(one.had + one.more order by one.hour)
            from unnest(${walletEntryCounts.hours}, excluded.hours) with ordinality as one(had, more, hour))`,
          total: sql`${walletEntryCounts.total} + excluded.total`,
        },
      });
  }
}
