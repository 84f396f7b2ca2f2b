// A transaction that adds or deletes records appends the changes of their feed counts. It locks nothing, so that settlements of an
// account never wait for each other. The scheduler folds the changes into the counts (fold-counts.ts).
import type { ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { slotMs } from '../../schema/feed-counts.ts';
import { activityFeed, type Feed, walletFeed } from './feeds.ts';

type FeedWithKinds = Feed & { kindName: SQL };

/** The fields of a finished capture that determine its feed count. `bytes` is the size of its artifacts, 0 when omitted. */
export type CountedActivity = {
  accountId: number;
  source: ScreenshotSource;
  capturedAt: Date;
  bytes?: number;
};

/**
 * The statement that appends the changes of at least one record.
 * @param records a relation with the columns `account_id`, `kind` and `at`, and `sum` for a feed with a sum
 * @param by 1 for added records, -1 for deleted ones
 */
export const appendChanges = (feed: FeedWithKinds, records: SQL, by: 1 | -1): SQL => sql`
  insert into ${feed.changes} (account_id, ${feed.kindName}, day, slot, change${feed.sumName ? sql`, ${feed.sumName}` : sql``})
  select account_id, kind, (at at time zone 'UTC')::date,
    floor(extract(epoch from (at at time zone 'UTC')::time) / ${sql.raw(String(slotMs / 1_000))})::smallint,
    ${sql.raw(String(by))} * count(*)${feed.sumName ? sql`, ${sql.raw(String(by))} * sum(sum)` : sql``}
  from ${records} group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

async function count(
  tx: Queryable,
  feed: FeedWithKinds,
  records: { accountId: number; kind: string; at: Date; sum?: number | undefined }[],
  by: 1 | -1,
): Promise<void> {
  if (records.length === 0) return;
  const values = records.map(
    ({ accountId, kind, at, sum = 0 }) =>
      sql`(${accountId}::bigint, ${kind}, ${at.toISOString()}::timestamptz, ${sum}::bigint)`,
  );
  const relation = sql`(values ${sql.join(values, sql`, `)}) as records (account_id, kind, at, sum)`;
  // Parameters as literals in the text save a round trip.
  await tx.execute(appendChanges(feed, relation, by).inlineParams());
}

/** Counts finished captures that the transaction adds (1) or deletes (-1). */
export async function countActivity(tx: Queryable, records: CountedActivity[], by: 1 | -1): Promise<void> {
  const counted = records.map(({ accountId, source, capturedAt, bytes }) => ({
    accountId,
    kind: source,
    at: capturedAt,
    sum: bytes,
  }));
  await count(tx, activityFeed, counted, by);
}

/** Counts ledger entries that the transaction adds. */
export async function countWalletEntries(
  tx: Queryable,
  entries: { accountId: number; referenceType: WalletReferenceType; createdAt: Date }[],
): Promise<void> {
  const counted = entries.map(({ accountId, referenceType, createdAt }) => ({
    accountId,
    kind: referenceType,
    at: createdAt,
  }));
  await count(tx, walletFeed, counted, 1);
}
