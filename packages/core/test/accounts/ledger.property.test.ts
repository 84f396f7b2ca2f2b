import { repetitions } from '@shotclock/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CoreContext, foldFeedCounts, getWallet, listContentChangeActivity } from '../../src/index.ts';
import { uncountedFacts } from '../lists/feed-records.fixture.ts';
import { newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';
import { type Operation, openLedgerOperations, operation } from './ledger-operations.fixture.ts';

const workspace = openWorkspaceForFile();

/** Violations of the ledger's rules. Each statement selects an account's rows that violate the rule. */
const violations = {
  'the balance before an entry is not the balance after the previous entry': `
    select id from (select *, lag(balance_after, 1, 0) over (order by id) as before from wallet_entries where account_id = $)
    where balance_before <> before or balance_after < 0`,
  'an entry is older than the previous entry': `
    select id from (select id, created_at, lag(created_at) over (order by id) as before from wallet_entries where account_id = $)
    where created_at < before`,
  'the balance of the wallet is not the sum of its entries': `
    select balance from wallets w where account_id = $ and (
      balance <> (select sum(case transaction_type when 'CREDIT' then amount else -amount end) from wallet_entries e
        where e.account_id = w.account_id)
      or balance <> (select balance_after from wallet_entries e where e.account_id = w.account_id order by id desc limit 1))`,
  'the debits of a check are not exactly one of its price': `
    select c.id from content_checks c where account_id = $ and (
      select coalesce(array_agg(amount), '{}') from wallet_entries e where e.account_id = c.account_id
        and reference_type = 'CONTENT_CHANGE' and reference_id = c.id::text and transaction_type = 'DEBIT'
    ) <> case when price > 0 then array[price] else '{}' end`,
  'the credits of a check are not exactly one of its price after a failure, and none otherwise': `
    select c.id from content_checks c where account_id = $ and (
      select coalesce(array_agg(amount), '{}') from wallet_entries e where e.account_id = c.account_id
        and reference_type = 'CONTENT_CHANGE' and reference_id = c.id::text and transaction_type = 'CREDIT'
    ) <> case when price > 0 and status = 'FAILED' then array[price] else '{}' end`,
  'an entry does not belong to a check': `
    select id from wallet_entries e where account_id = $ and reference_type = 'CONTENT_CHANGE' and not exists (
      select from content_checks c where c.account_id = e.account_id and c.id::text = e.reference_id)`,
  'a check and its capture did not settle together': `
    select c.id from content_checks c join screenshots s on s.id = c.screenshot_id where c.account_id = $ and (
      c.status = 'PENDING' or s.status not in ('SUCCESS', 'FAILED') or (s.status = 'FAILED' and c.status <> 'FAILED'))`,
  'the baseline of a check is not the preceding successful check': `
    select id from (
      select *, lag(screenshot_id) over (partition by target order by completed_at, id) as before
      from content_checks where account_id = $ and status = 'SUCCESS')
    where baseline_screenshot_id is distinct from before`,
  'the counters of an execution differ from its captures': `
    select e.id from schedule_executions e where account_id = $ and (
      status = 'PROCESSING' or (successful_items, failed_items, total_items) <> (
        select count(*) filter (where s.status = 'SUCCESS'), count(*) filter (where s.status = 'FAILED'), count(*)
        from screenshots s where s.execution_id = e.id))`,
  'the counts of a day differ from its entries': `
    select * from (
      select case reference_type when 'CONTENT_CHANGE' then 10 when 'TOP_UP' then 11 else 12 end as counter,
        (created_at at time zone 'UTC')::date as day, count(*) as entries
      from wallet_entries where account_id = $ group by 1, 2
    ) e full join (
      select counter, day, sum(total) as total, sum(in_slots) as in_slots from (
        select counter, day, total, (select sum(slot) from unnest(slots) slot) as in_slots from counts where account_id = $
        union all
        select counter, date '1970-01-01' + slot / 144, records, records from (${uncountedFacts}) f where account_id = $
      ) parts where counter in (10, 11, 12) group by 1, 2
    ) c using (counter, day)
    where entries is distinct from total or total is distinct from in_slots`,
} as const;

async function violatedRules(ctx: CoreContext): Promise<string[]> {
  const violated: string[] = [];
  for (const [rule, statement] of Object.entries(violations)) {
    const rows = await workspace.db.orm.execute(statement.replaceAll('$', String(ctx.accountId)));
    if (rows.length > 0) violated.push(`${rule}: ${JSON.stringify([...rows])}`);
  }
  return violated;
}

const numberOf = async (statement: string) => {
  const [row] = await workspace.db.orm.execute<{ n: string }>(statement);
  return Number(row!.n);
};

/** The first repetition, because random operations may have the same outcome in all repetitions. */
const everyOutcome: Operation[][] = [
  [
    { kind: 'check', price: 600, page: 0 },
    { kind: 'check', price: 600, page: 0 },
    { kind: 'work', outcome: 'succeed', picture: 0 },
    { kind: 'check', price: 1, page: 0 },
    { kind: 'cancel', what: 'screenshots' },
    { kind: 'check', price: 1, page: 0 },
    { kind: 'work', outcome: 'fail', picture: 0 },
  ],
  [{ kind: 'topUp', amount: 50 }],
];

test('the ledger satisfies all rules under concurrent operations', async () => {
  const totals = { refused: 0, failed: 0, succeeded: 0, cancelled: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 4, maxLength: 14 }), { minLength: 2, maxLength: 4 }),
      async (lanes) => {
        const ctx = await newAccount(workspace);
        const ledger = await openLedgerOperations(workspace, ctx);
        await Promise.all(
          lanes.map(async (lane) => {
            for (const one of lane) await ledger.perform(one);
          }),
        );
        await ledger.finish();
        await getWallet(ctx);
        await foldFeedCounts(workspace);
        expect(await violatedRules(ctx)).toEqual([]);

        // Refused requests created nothing. Every other request created one check with one capture.
        const manual = `from screenshots s where account_id = ${ctx.accountId} and source = 'MANUAL_SCREENSHOT'`;
        expect(await numberOf(`select count(*) as n ${manual}`)).toBe(ledger.done.checks);
        expect(
          await numberOf(
            `select count(*) as n ${manual} and exists (select from content_checks c where c.screenshot_id = s.id)`,
          ),
        ).toBe(ledger.done.checks);

        const feed = await listContentChangeActivity(ctx, {
          page: 0,
          size: 200,
          sort: { field: 'createdAt', direction: 'asc' },
          from: null,
          to: null,
        });
        const entries = await workspace.db.orm.execute<{ transaction_type: string; reference_id: string }>(
          `select transaction_type, reference_id from wallet_entries
           where account_id = ${ctx.accountId} and reference_type = 'CONTENT_CHANGE' order by id`,
        );
        expect(feed.totalElements).toBe(entries.length);
        expect(feed.content.map((entry) => [entry.transactionType, entry.referenceId])).toEqual(
          [...entries].slice(0, 200).map((entry) => [entry.transaction_type, entry.reference_id]),
        );

        totals.refused += ledger.done.refused;
        totals.cancelled += ledger.done.cancelled;
        totals.failed += feed.content.filter((entry) => entry.transactionType === 'CREDIT').length;
        totals.succeeded += await numberOf(
          `select count(*) as n from content_checks where account_id = ${ctx.accountId} and status = 'SUCCESS'`,
        );
      },
    ),
    { numRuns: repetitions({ usual: 6, thorough: 12 }), examples: [[everyOutcome]], endOnFailure: true },
  );
  // Otherwise the test would prove nothing.
  for (const times of Object.values(totals)) expect(times).toBeGreaterThan(0);
}, 120_000);
