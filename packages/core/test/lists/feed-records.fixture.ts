import type { ScreenshotSource } from '@shotclock/contracts';
import { countActivity, countWalletEntries, type Database } from '@shotclock/db';

export type FinishedRecord = { id: number; source: ScreenshotSource; at: number };
export type EntryRecord = { referenceId: string; referenceType: 'CONTENT_CHANGE' | 'TOP_UP'; at: number };

/** Lists the activity feed without filters, for its total. */
export const wholeFeed = {
  page: 0,
  size: 1,
  sort: { field: 'createdAt', direction: 'desc' },
  from: null,
  to: null,
  source: null,
} as const;

const time = (at: number) => `'${new Date(at).toISOString()}'::timestamptz`;

/** Inserts captures that finished at the given times, and counts them in the same transaction. Retention finds those without an item. */
export async function insertFinished(
  db: Database,
  accountId: number,
  records: Omit<FinishedRecord, 'id'>[],
): Promise<FinishedRecord[]> {
  if (records.length === 0) return [];
  return db.transaction(async (tx) => {
    const values = records.map(({ source, at }) => `('${source}', ${time(at)})`);
    const rows = await tx.execute<{ id: string; source: ScreenshotSource; at: string }>(`
      insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status,
        captured_at)
      select ${accountId}, source, 'https://example.com/', false, 'png', 'json', false, false, 'SUCCESS', at
      from (values ${values.join()}) as records(source, at)
      returning id, source, to_json(captured_at) as at`);
    await countActivity(
      tx,
      records.map(({ source, at }) => ({ accountId, source, capturedAt: new Date(at) })),
      1,
    );
    const oldest = time(Math.min(...records.map(({ at }) => at)));
    await tx.execute(
      `update accounts set manual_captures_since = least(manual_captures_since, ${oldest}) where id = ${accountId}`,
    );
    return rows.map((row) => ({ id: Number(row.id), source: row.source, at: Date.parse(row.at) }));
  });
}

export async function insertEntries(db: Database, accountId: number, entries: EntryRecord[]): Promise<void> {
  if (entries.length === 0) return;
  await db.transaction(async (tx) => {
    const values = entries.map(
      ({ referenceId, referenceType, at }) =>
        `(${accountId}, 'CREDIT', '${referenceType}', '${referenceId}', 1, 0, 1, 'SUCCESS', '', ${time(at)})`,
    );
    await tx.execute(`
      insert into wallet_entries (account_id, transaction_type, reference_type, reference_id, amount, balance_before,
        balance_after, status, description, created_at) values ${values.join()}`);
    await countWalletEntries(
      tx,
      entries.map(({ referenceType, at }) => ({ accountId, referenceType, createdAt: new Date(at) })),
    );
  });
}

const countedLists = {
  activity: {
    counts: 'activity_counts',
    changes: 'activity_count_changes',
    records: 'screenshots',
    kind: 'source',
    at: 'captured_at',
  },
  wallet: {
    counts: 'wallet_entry_counts',
    changes: 'wallet_entry_count_changes',
    records: 'wallet_entries',
    kind: 'reference_type',
    at: 'created_at',
  },
  screenshots: {
    counts: 'screenshot_counts',
    changes: 'screenshot_count_changes',
    records: 'screenshots',
    kind: 'source',
    at: 'created_at',
  },
  checks: {
    counts: 'content_check_counts',
    changes: 'content_check_count_changes',
    records: 'content_checks',
    kind: `''`,
    at: 'created_at',
  },
  executions: {
    counts: 'execution_counts',
    changes: 'execution_count_changes',
    records: 'schedule_executions',
    kind: `''`,
    at: 'created_at',
  },
};

/** The ten-minute slots in which the counts of a list and their changes differ from its records, over all accounts. Empty if all are right. */
export async function wrongCounts(db: Database, list: keyof typeof countedLists): Promise<unknown[]> {
  const { counts, changes, records, kind, at } = countedLists[list];
  const bySlot = await db.orm.execute(`
    select * from (
      select account_id, kind, day, slot, sum(n) as kept
      from (
        select account_id, ${kind} as kind, day, slot - 1 as slot, n
        from ${counts}, unnest(slots) with ordinality as s(n, slot) where n <> 0
        union all select account_id, ${kind}, day, slot, change from ${changes}
      ) parts group by 1, 2, 3, 4 having sum(n) <> 0
    ) kept full join (
      select account_id, ${kind} as kind, (${at} at time zone 'UTC')::date as day,
        floor(extract(epoch from (${at} at time zone 'UTC')::time) / 600)::bigint as slot, count(*) as counted
      from ${records} where ${at} is not null group by 1, 2, 3, 4
    ) counted using (account_id, kind, day, slot)
    where kept is distinct from counted`);
  const totals = await db.orm.execute(
    `select * from ${counts} where total <> (select sum(n) from unnest(slots) n) or cardinality(slots) <> 144`,
  );
  return [...bySlot, ...totals];
}
