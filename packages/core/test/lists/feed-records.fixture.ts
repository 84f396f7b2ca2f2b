import type { ScreenshotSource } from '@shotclock/contracts';
import type { Database } from '@shotclock/db';
import { countFinished, countWalletEntries } from '@shotclock/db/test/count-records';

export type FinishedRecord = { id: number; source: ScreenshotSource; at: number };
export type EntryRecord = { referenceId: string; referenceType: 'CONTENT_CHANGE' | 'TOP_UP'; at: number };

/** Lists the activity feed without filters to read its total. */
export const wholeFeed = {
  page: 0,
  size: 1,
  sort: { field: 'createdAt', direction: 'desc' },
  from: null,
  to: null,
  source: null,
} as const;

const time = (at: number) => `'${new Date(at).toISOString()}'::timestamptz`;

/**
 * Inserts captures that finished at the given times, and counts them in the same transaction. They have no item, so retention can
 * find them.
 */
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
    await countFinished(
      tx,
      records.map(({ source, at }) => ({ accountId, source, capturedAt: new Date(at) })),
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

const ofSource = (first: number) =>
  `case source when 'MANUAL_SCREENSHOT' then ${first} else ${first + 1} end`;

const countedLists = {
  activity: { counters: '1, 2', records: 'screenshots', counter: ofSource(1), at: 'captured_at' },
  wallet: {
    counters: '10, 11, 12',
    records: 'wallet_entries',
    counter: `case reference_type when 'CONTENT_CHANGE' then 10 when 'TOP_UP' then 11 else 12 end`,
    at: 'created_at',
  },
  screenshots: { counters: '20, 21', records: 'screenshots', counter: ofSource(20), at: 'created_at' },
  checks: { counters: '30', records: 'content_checks', counter: '30', at: 'created_at' },
  executions: { counters: '40', records: 'schedule_executions', counter: '40', at: 'created_at' },
};

/** The facts that are not yet included in the counts. */
export const uncountedFacts =
  'select * from facts where transaction >= (select before from counted_facts) and counter is not null';

/**
 * The ten-minute slots, of all accounts, in which a list's counts and uncounted facts do not match its records. Empty if
 * all are correct.
 */
export async function wrongCounts(db: Database, list: keyof typeof countedLists): Promise<unknown[]> {
  const { counters, records, counter, at } = countedLists[list];
  const bySlot = await db.orm.execute(`
    select * from (
      select account_id, counter, slot, sum(n) as kept
      from (
        select account_id, counter, (day - date '1970-01-01') * 144 + slot - 1 as slot, n
        from counts, unnest(slots) with ordinality as s(n, slot) where n <> 0
        union all select account_id, counter, slot, records from (${uncountedFacts}) uncounted
      ) parts where counter in (${counters}) group by 1, 2, 3 having sum(n) <> 0
    ) kept full join (
      select account_id, ${counter} as counter, floor(extract(epoch from ${at}) / 600)::bigint as slot, count(*) as counted
      from ${records} where ${at} is not null group by 1, 2, 3
    ) counted using (account_id, counter, slot)
    where kept is distinct from counted`);
  const totals = await db.orm.execute(
    `select * from counts where total <> (select sum(n) from unnest(slots) n) or cardinality(slots) <> 144`,
  );
  return [...bySlot, ...totals];
}
