import { describe, expect, test } from 'vitest';
import {
  type CoreContext,
  foldFeedCounts,
  getWallet,
  listContentChangeActivity,
  listWalletEntries,
  topUpWallet,
} from '../../src/index.ts';
import { wholeFeed, wrongCounts } from '../lists/feed-records.fixture.ts';
import { newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

const entriesOf = async (ctx: CoreContext) => [
  ...(await workspace.db.orm.execute<Record<string, string>>(
    `select transaction_type, reference_type, reference_id, amount, balance_before, balance_after, created_at
     from wallet_entries where account_id = ${ctx.accountId} order by id`,
  )),
];

describe('the wallet', () => {
  test('starts with 1,000 credits and a ledger entry for this amount', async () => {
    expect(await getWallet(workspace.core)).toMatchObject({ balance: 1_000, updatedAt: expect.any(String) });
    expect(await entriesOf(workspace.core)).toMatchObject([
      { reference_type: 'OPENING', amount: '1000.0000' },
    ]);
  });

  test('has a ledger that cannot be changed, deleted or truncated', async () => {
    const { orm } = workspace.db;
    const statements = [
      'update wallet_entries set amount = 1',
      'delete from wallet_entries',
      'truncate wallet_entries',
      'truncate accounts cascade',
    ];
    for (const statement of statements)
      await expect(orm.execute(statement), statement).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      });
  });

  test('is created only once for a new account, even by concurrent requests', async () => {
    const ctx = await newAccount(workspace);
    const wallets = await Promise.all(Array.from({ length: 8 }, () => getWallet(ctx)));
    expect(new Set(wallets.map(({ balance }) => balance))).toEqual(new Set([1_000]));
    expect(await entriesOf(ctx)).toHaveLength(1);
  });

  test('adds amounts exactly, unlike floating-point numbers', async () => {
    const ctx = await newAccount(workspace);
    for (const amount of [0.1, 0.2, 0.0001]) await topUpWallet(ctx, { amount });
    expect((await getWallet(ctx)).balance).toBe(1_000.3001);
    expect((await entriesOf(ctx)).map((entry) => entry.balance_after)).toEqual([
      '1000.0000',
      '1000.1000',
      '1000.3000',
      '1000.3001',
    ]);
  });

  test('chains concurrent top-ups, each with its own reference', async () => {
    const ctx = await newAccount(workspace);
    const entries = await Promise.all(
      Array.from({ length: 20 }, (_, n) => topUpWallet(ctx, { amount: n + 1, description: `No. ${n}` })),
    );
    expect(new Set(entries.map(({ referenceId }) => referenceId)).size).toBe(20);
    const chain = await entriesOf(ctx);
    chain.slice(1).forEach((entry, index) => {
      expect(entry.balance_before).toBe(chain[index]!.balance_after);
      expect(Date.parse(entry.created_at!)).toBeGreaterThanOrEqual(Date.parse(chain[index]!.created_at!));
    });
    expect((await getWallet(ctx)).balance).toBe(1_210);
  });

  test('has a maximum balance', async () => {
    const ctx = await newAccount(workspace);
    await workspace.db.orm.execute(
      `insert into wallets (account_id, balance) values (${ctx.accountId}, 99999999999)`,
    );
    await expect(topUpWallet(ctx, { amount: 1.0001 })).rejects.toMatchObject({ code: 'conflict' });
    expect((await topUpWallet(ctx, { amount: 1 })).balanceAfter).toBe(100_000_000_000);
    await expect(topUpWallet(ctx, { amount: 0.0001 })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('omits top-ups from the content-change feed', async () => {
    const feed = await listContentChangeActivity(workspace.core, {
      page: 0,
      size: 20,
      sort: { field: 'createdAt', direction: 'desc' },
      from: null,
      to: null,
    });
    expect(feed.totalElements).toBe(0);
  });

  test('counts its entries in ten-minute slots', async () => {
    const ctx = await newAccount(workspace);
    for (let n = 0; n < 3; n += 1) await topUpWallet(ctx, { amount: 1 });
    const total = async () =>
      (await listWalletEntries(ctx, { ...wholeFeed, referenceType: 'TOP_UP' })).totalElements;
    expect(await total()).toBe(3);
    await foldFeedCounts(workspace);
    expect(await total()).toBe(3);
    expect(await wrongCounts(workspace.db, 'wallet')).toEqual([]);
  });
});
