// Invariants of the tables and the object store, which hold whenever no captures are running, regardless of the injected
// fault.
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import type { FaultResult } from './fault.ts';
import type { System } from './system.ts';

export type Found = Pick<FaultResult, 'captures' | 'duplicates' | 'losses' | 'wrongCounters' | 'broken'>;
type Kind = 'duplicates' | 'losses' | 'wrongCounters';
/** `query` returns the rows that violate the rule. */
type Rule = { kind: Kind; rule: string; query: string };

const screenshotsOf = `select execution_id, count(*)::int as rows, count(*) filter (where status = 'SUCCESS')::int as successful,
  count(*) filter (where status = 'FAILED')::int as failed from screenshots where execution_id is not null group by 1`;

/** The records that each counter counts, as in migrations 0035 and 0036. */
const kinds = `(values (1, 'MANUAL_SCREENSHOT'), (2, 'SCHEDULED_SCREENSHOT'), (10, 'CONTENT_CHANGE'), (11, 'TOP_UP'), (12, 'OPENING'),
  (20, 'MANUAL_SCREENSHOT'), (21, 'SCHEDULED_SCREENSHOT'), (30, ''), (40, '')) as kinds (counter, kind)`;

const rules: Rule[] = [
  {
    kind: 'losses',
    rule: 'every execution completes',
    query: `select id from schedule_executions where status = 'PROCESSING' or completed_at is null`,
  },
  {
    kind: 'losses',
    rule: 'every capture completes',
    query: `select id, status from screenshots where status not in ('SUCCESS', 'FAILED') or captured_at is null`,
  },
  {
    kind: 'losses',
    rule: 'every settlement deletes the row of the capture in progress',
    query: `select screenshot_id from captures`,
  },
  {
    kind: 'losses',
    rule: 'every content-change check completes with its capture',
    query: `select c.id, c.status from content_checks c where c.status = 'PENDING' or c.completed_at is null`,
  },
  {
    kind: 'losses',
    rule: 'every successful capture has its image',
    query: `select id from screenshots where status = 'SUCCESS' and image is null`,
  },
  {
    kind: 'duplicates',
    rule: 'one screenshot per item of an execution',
    query: `select execution_id, item_id from screenshots where execution_id is not null group by 1, 2 having count(*) > 1`,
  },
  {
    kind: 'duplicates',
    rule: 'one execution per scheduled time',
    query: `select schedule_id, scheduled_for from schedule_executions where scheduled_for is not null
      group by 1, 2 having count(*) > 1`,
  },
  {
    kind: 'duplicates',
    rule: 'one settlement per capture',
    query: `select screenshot_id from chaos.status_changes where status in ('SUCCESS', 'FAILED') group by 1 having count(*) > 1`,
  },
  {
    kind: 'duplicates',
    rule: 'one debit per check with a price',
    query: `select c.id from content_checks c left join wallet_entries e on e.reference_type = 'CONTENT_CHANGE'
      and e.reference_id = c.id::text and e.transaction_type = 'DEBIT' and e.amount = c.price
      where c.price > 0 group by c.id having count(e.id) <> 1`,
  },
  {
    kind: 'duplicates',
    rule: 'one credit per failed check, and no other credit',
    query: `select c.id from content_checks c left join wallet_entries e on e.reference_type = 'CONTENT_CHANGE'
      and e.reference_id = c.id::text and e.transaction_type = 'CREDIT'
      where c.price > 0 group by c.id having count(e.id) <> case c.status when 'FAILED' then 1 else 0 end`,
  },
  {
    kind: 'wrongCounters',
    rule: 'successful + failed = total, as many as there are screenshots',
    query: `select e.id from schedule_executions e left join (${screenshotsOf}) s on s.execution_id = e.id
      where e.status <> 'PROCESSING' and (e.successful_items + e.failed_items <> e.total_items
        or e.total_items <> coalesce(s.rows, 0) or e.successful_items <> coalesce(s.successful, 0)
        or e.failed_items <> coalesce(s.failed, 0))`,
  },
  countRule('the activity feed', [1, 2], 'screenshots', 'source', 'captured_at'),
  countRule('the ledger', [10, 11, 12], 'wallet_entries', 'reference_type', 'created_at'),
  countRule('screenshots', [20, 21], 'screenshots', 'source', 'created_at'),
  countRule('content-change checks', [30], 'content_checks', `''`, 'created_at'),
  countRule('executions', [40], 'schedule_executions', `''`, 'created_at'),
  {
    kind: 'wrongCounters',
    rule: 'the total of a day equals the sum of its slots',
    query: `select * from counts where total <> (select sum(n) from unnest(slots) n)`,
  },
  {
    kind: 'wrongCounters',
    rule: 'the total of each schedule is the number of its executions',
    query: `select schedule_id, total, counted from execution_totals
      full join (select schedule_id, count(*) as counted from schedule_executions group by 1) counted using (schedule_id)
      where total is distinct from counted`,
  },
  {
    kind: 'wrongCounters',
    rule: 'each ledger entry starts with the balance after the previous entry',
    query: `select id from (
        select id, balance_before, lag(balance_after, 1, 0) over (partition by account_id order by id) as left_over
        from wallet_entries) chain where balance_before <> left_over`,
  },
  {
    kind: 'wrongCounters',
    rule: "a wallet's balance equals the balance after its last ledger entry",
    query: `select account_id from wallets w where balance <> coalesce(
        (select balance_after from wallet_entries e where e.account_id = w.account_id order by id desc limit 1), 0)`,
  },
];

function countRule(list: string, counters: number[], records: string, kind: string, at: string): Rule {
  return {
    kind: 'wrongCounters',
    rule: `the counts of ${list} and uncounted facts add up to the number of rows`,
    query: `select * from (
        select account_id, kind, slot, sum(n) as kept
        from (
          select account_id, counter, (day - date '1970-01-01') * 144 + slot - 1 as slot, n
          from counts, unnest(slots) with ordinality as s(n, slot) where n <> 0
          union all select account_id, counter, slot, records from facts
          where counter is not null and transaction >= (select before from counted_facts)
        ) parts join ${kinds} using (counter) where counter in (${counters.join()}) group by 1, 2, 3 having sum(n) <> 0
      ) kept full join (
        select account_id, ${kind} as kind, floor(extract(epoch from ${at}) / 600)::bigint as slot, count(*) as counted
        from ${records} where ${at} is not null group by 1, 2, 3
      ) counted using (account_id, kind, slot) where kept is distinct from counted`,
  };
}

const shownRows = 3;

/**
 * Checks all records and objects; call it after `system.ended` has resolved. `captures` is the number of captures after
 * the screenshot `since`. With `deletes`, screenshots may have been deleted, so the counters of executions may exceed the
 * number of screenshots.
 */
export async function checkInvariants(
  system: Pick<System, 'sql' | 'readObject'>,
  { since = 0, deletes = false }: { since?: number; deletes?: boolean } = {},
): Promise<Found> {
  const { sql } = system;
  const [row] = await sql<{ captures: number }[]>`
    select count(*)::int as captures from screenshots where captured_at is not null and id > ${since}`;
  const found: Found = { captures: row!.captures, duplicates: 0, losses: 0, wrongCounters: 0, broken: [] };
  const note = (kind: Kind, rule: string, rows: readonly unknown[]) => {
    if (rows.length === 0) return;
    found[kind] += rows.length;
    const more = rows.length > shownRows ? ` and ${rows.length - shownRows} more` : '';
    found.broken.push(`violated: ${rule}: ${JSON.stringify(rows.slice(0, shownRows))}${more}`);
  };
  for (const { kind, rule, query } of rules) {
    const counts = rule.startsWith('successful + failed');
    if (!(deletes && counts)) note(kind, rule, await sql.unsafe(query));
  }
  note(
    'losses',
    'every object that a record refers to is complete in the store',
    await missingObjects(sql, system),
  );
  return found;
}

async function missingObjects(sql: Sql, { readObject }: Pick<System, 'readObject'>): Promise<string[]> {
  const named = await sql<{ sha256: string; size: string }[]>`
    select sha256, size from objects where sha256 in (
      select unnest(array[image, thumbnail, html, text]) from screenshots where status = 'SUCCESS'
      union select unnest(array[subject, diff]) from content_checks where status = 'SUCCESS')`;
  const missing: string[] = [];
  for (const { sha256, size } of named) {
    const body = await readObject(sha256);
    const whole =
      body?.byteLength === Number(size) && sha256 === createHash('sha256').update(body).digest('hex');
    if (!whole) missing.push(sha256);
  }
  return missing;
}
