// The rows with feed counts are the most contended rows of an account. A transaction changes them last, and several of them in the
// order of their keys. The lock order is: screenshot → execution → schedule → check → wallet → feed counts.
import type { ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import { channels } from '../../channels.ts';
import type { Queryable } from '../../client.ts';
import { slotsOfDay } from '../../schema/feed-counts.ts';
import { dayOf, slotOf } from './feed-selection.ts';
import { activityFeed, type Feed, walletFeed } from './feeds.ts';

/** The fields of a finished capture that determine its feed count. */
export type CountedActivity = { accountId: number; source: ScreenshotSource; capturedAt: Date };

type CountedRecord = { accountId: number; kind: string; at: Date };
type DayCount = { accountId: number; kind: string; day: string; slots: number[]; total: number };

const byKey = (a: DayCount, b: DayCount) =>
  a.accountId - b.accountId || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.day < b.day ? -1 : 1);

function sumByDay(records: CountedRecord[], by: 1 | -1): DayCount[] {
  const days = new Map<string, DayCount>();
  for (const { accountId, kind, at } of records) {
    const day = dayOf(at);
    const key = `${accountId} ${kind} ${day}`;
    const count = days.get(key) ?? { accountId, kind, day, slots: new Array(slotsOfDay).fill(0), total: 0 };
    count.slots[slotOf(at)]! += by;
    count.total += by;
    days.set(key, count);
  }
  return [...days.values()].sort(byKey);
}

/** The statement that changes the feed counts by at least one record. */
function countStatement(feed: Feed, records: CountedRecord[], by: 1 | -1): SQL {
  const { counts } = feed;
  const rows = sumByDay(records, by).map(
    ({ accountId, kind, day, slots, total }) =>
      sql`(${accountId}::bigint, ${kind}, ${day}::date, ${`{${slots.join()}}`}::integer[], ${total}::integer)`,
  );
  // Parameters as literals in the text save a round trip.
  return sql`
    insert into ${counts} as kept (account_id, ${feed.kindName}, day, slots, total)
    values ${sql.join(rows, sql`, `)}
    on conflict (account_id, ${feed.kindName}, day) do update set
      slots = array(
        select before + added from unnest(kept.slots, excluded.slots) with ordinality as s(before, added, n) order by n
      ),
      total = kept.total + excluded.total`.inlineParams();
}

const ofActivity = ({ accountId, source, capturedAt }: CountedActivity) => ({
  accountId,
  kind: source,
  at: capturedAt,
});

/** Counts finished captures that the transaction adds (1) or deletes (-1). */
export async function countActivity(tx: Queryable, records: CountedActivity[], by: 1 | -1): Promise<void> {
  if (records.length > 0) await tx.execute(countStatement(activityFeed, records.map(ofActivity), by));
}

/** Counts captures, at least one, that the transaction settles and notifies their listeners, in one round trip. */
export async function countAndNotifySettled(
  tx: Queryable,
  settled: (CountedActivity & { screenshotId: number })[],
): Promise<void> {
  const ids = `{${settled.map(({ screenshotId }) => screenshotId).join()}}`;
  await tx.execute(
    sql`
    with counted as (${countStatement(activityFeed, settled.map(ofActivity), 1)})
    select pg_notify(${channels.settled}, id) from unnest(${ids}::text[]) id`.inlineParams(),
  );
}

/** Counts ledger entries that the transaction adds. */
export async function countWalletEntries(
  tx: Queryable,
  entries: { accountId: number; referenceType: WalletReferenceType; createdAt: Date }[],
): Promise<void> {
  if (entries.length === 0) return;
  const records = entries.map(({ accountId, referenceType, createdAt }) => ({
    accountId,
    kind: referenceType,
    at: createdAt,
  }));
  await tx.execute(countStatement(walletFeed, records, 1));
}
