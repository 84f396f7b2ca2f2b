import { beforeEach, expect, test } from 'vitest';
import { type CoreContext, createKeyQuota } from '../../src/index.ts';
import { newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();
const max = { keys: 3, bytes: 1_000 };
let ctx: CoreContext;
beforeEach(async () => {
  ctx = await newAccount(workspace);
});

const openQuota = (options?: { atBoundMs: number }) => createKeyQuota(workspace.db, options);

/** Inserts keys, as another process would. */
async function insertKeys(name: string, count: number, remaining = '1 hour'): Promise<void> {
  await workspace.db.orm.execute(
    `insert into idempotency_keys (account_id, key, fingerprint, state, holder, lease_expires_at, expires_at)
     select ${ctx.accountId}, '${name} ' || n, '', 'ANSWERED', gen_random_uuid(), now(), now() + interval '${remaining}'
     from generate_series(1, ${count}) n`,
  );
}

async function deleteKeys(): Promise<void> {
  await workspace.db.orm.execute(`delete from idempotency_keys where account_id = ${ctx.accountId}`);
}

test('a new process counts the existing keys that have not expired', async () => {
  await insertKeys('existing', max.keys - 1);
  await insertKeys('expired', max.keys, '-1 second');
  const quota = openQuota();
  (await quota.reserve(ctx.accountId, max))!.settle(true);
  expect(await quota.reserve(ctx.accountId, max)).toBeNull();
});

test('concurrent requests share the first count and reserve no more than the maximum', async () => {
  const quota = openQuota({ atBoundMs: 0 });
  const places = await Promise.all(Array.from({ length: 10 }, () => quota.reserve(ctx.accountId, max)));
  expect(places.filter((place) => place !== null)).toHaveLength(max.keys);
  expect(await quota.reserve(ctx.accountId, max), 'unsettled places count').toBeNull();
});

test('an unused reservation is released', async () => {
  const quota = openQuota();
  for (let reserved = 0; reserved < 2 * max.keys; reserved += 1)
    (await quota.reserve(ctx.accountId, max))!.settle(false);
});

test('at the limit, keys are counted again, but at most every five seconds', async () => {
  await insertKeys('deleted', max.keys);
  const quotas = [openQuota({ atBoundMs: 0 }), openQuota()] as const;
  for (const quota of quotas) expect(await quota.reserve(ctx.accountId, max)).toBeNull();
  await deleteKeys();
  expect(await quotas[0].reserve(ctx.accountId, max)).not.toBeNull();
  expect(await quotas[1].reserve(ctx.accountId, max)).toBeNull();
});

test('keys added by other processes are counted when the estimate reaches the limit', async () => {
  const quota = openQuota({ atBoundMs: 0 });
  (await quota.reserve(ctx.accountId, max))!.settle(false);
  await insertKeys('other process', max.keys);
  for (let reserved = 0; reserved < max.keys; reserved += 1)
    (await quota.reserve(ctx.accountId, max))!.settle(true);
  expect(await quota.reserve(ctx.accountId, max)).toBeNull();
});

test("other processes' response bytes are included in the next count, and this process's bytes immediately", async () => {
  await insertKeys('existing', 1);
  const { orm } = workspace.db;
  await orm.execute(`update idempotency_keys set response_bytes = 400 where account_id = ${ctx.accountId}`);
  const quota = openQuota({ atBoundMs: 0 });
  (await quota.reserve(ctx.accountId, max))!.settle(false);
  quota.addBytes(ctx.accountId, max.bytes);
  expect(await quota.reserve(ctx.accountId, max), 'it counts again at the bound').not.toBeNull();
  await orm.execute(
    `update idempotency_keys set response_bytes = ${max.bytes} where account_id = ${ctx.accountId}`,
  );
  quota.addBytes(ctx.accountId, max.bytes);
  expect(await quota.reserve(ctx.accountId, max)).toBeNull();
});
