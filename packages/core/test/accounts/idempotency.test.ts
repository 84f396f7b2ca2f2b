import { findKey, insertKey, type KeyHold } from '@shotclock/db';
import { eventually } from '@shotclock/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  acquireKey,
  addItems,
  type CoreContext,
  completeKey,
  createSchedule,
  deleteExpiredIdempotencyKeys,
  getSchedule,
} from '../../src/index.ts';
import { inTransaction } from '../../src/transaction/in-transaction.ts';
import { hourly, item, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();
let ctx: CoreContext;
let scheduleId: number;
beforeAll(async () => {
  ctx = workspace.core;
  scheduleId = (await createSchedule(ctx, hourly(new Date('2999-01-01')))).id;
});

const response = { status: 201, headers: { location: '/here' }, body: { text: '{"id":1}' } };
const holding = (hold: KeyHold): CoreContext => ({ ...ctx, heldKey: hold });
const addOne = (context: CoreContext) => addItems(context, { scheduleId, items: [item()] });
const itemCount = async () => (await getSchedule(ctx, { scheduleId })).items.length;

async function acquire(key: string, fingerprint = 'same'): Promise<KeyHold> {
  const acquired = await acquireKey(ctx, { key, fingerprint });
  if (acquired.state !== 'acquired') throw new Error('the key has a response');
  return acquired.hold;
}

/**
 * Inserts the key that a process leaves if it is killed before its request takes effect. The key's lease expires in
 * `leaseSeconds`.
 */
async function insertAbandonedKey(key: string, leaseSeconds: number, keptSeconds = 3_600): Promise<KeyHold> {
  const hold = { accountId: ctx.accountId, key, holder: crypto.randomUUID() };
  await insertKey(ctx.db.orm, { ...hold, fingerprint: 'same', leaseSeconds, keptSeconds });
  return hold;
}

describe('an idempotency key', () => {
  test('is first in flight, then marked by the effect, and finally holds the response for retries', async () => {
    const hold = await acquire('life');
    expect((await findKey(ctx.db.orm, hold))?.state).toBe('IN_FLIGHT');
    await addOne(holding(hold));
    expect((await findKey(ctx.db.orm, hold))?.state).toBe('TOOK_EFFECT');
    await expect(acquire('life')).rejects.toMatchObject({ code: 'conflict', retryAfterSeconds: 5 });
    await completeKey(ctx, { hold, ...response });
    expect(await acquireKey(ctx, { key: 'life', fingerprint: 'same' })).toEqual({
      state: 'completed',
      response,
    });
  });

  test('is refused for a different request, both before and after the response', async () => {
    const hold = await acquire('reused');
    await expect(acquire('reused', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await completeKey(ctx, { hold, ...response });
    await expect(acquire('reused', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await insertAbandonedKey('reused too', 0);
    await expect(acquire('reused too', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('is acquired by only one of many concurrent requests', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => acquire('raced')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await insertAbandonedKey('raced over', 0);
    const second = await Promise.allSettled(Array.from({ length: 50 }, () => acquire('raced over')));
    expect(second.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('can be acquired again after it has expired, in any state', async () => {
    const inFlight = await insertAbandonedKey('expired', 60, 0);
    expect((await acquire('expired', 'other')).holder).not.toBe(inFlight.holder);
    const completed = await insertAbandonedKey('expired too', 60, 0);
    await completeKey(ctx, { hold: completed, ...response });
    const again = await acquire('expired too', 'other');
    expect(await findKey(ctx.db.orm, again)).toMatchObject({ state: 'IN_FLIGHT', responseBody: null });
  });
});

describe('a killed process', () => {
  test('leaves a key that another request can take over after the lease, if the process died before the effect', async () => {
    await insertAbandonedKey('killed early', 20);
    await expect(acquire('killed early')).rejects.toMatchObject({ code: 'conflict', retryAfterSeconds: 5 });
    await insertAbandonedKey('killed long ago', 0);
    expect((await acquire('killed long ago')).key).toBe('killed long ago');
  });

  test('leaves a key whose request is never executed again if the process died after the effect', async () => {
    const hold = await acquire('killed late');
    await addOne(holding(hold));
    await completeKey(ctx, { hold, status: 503, headers: {}, body: { text: '{}' } });
    const refused = acquire('killed late');
    await expect(refused).rejects.toMatchObject({ code: 'conflict', retryAfterSeconds: undefined });
    await expect(refused).rejects.toThrow('took effect, but its response was lost');
  });
});

describe('a request whose key was taken over', () => {
  test('rolls back its transaction and cannot store its response', async () => {
    const slow = await insertAbandonedKey('slow', 0);
    const next = await acquire('slow');
    const before = await itemCount();
    await expect(addOne(holding(slow))).rejects.toMatchObject({ code: 'conflict' });
    expect(await itemCount()).toBe(before);
    await completeKey(ctx, { hold: slow, ...response });
    await completeKey(ctx, { hold: slow, ...response, status: 500 });
    expect(await findKey(ctx.db.orm, next)).toMatchObject({ state: 'IN_FLIGHT', holder: next.holder });
  });

  test('keeps the key if its transaction marked the key first; the other request waits and is refused', async () => {
    const slow = await insertAbandonedKey('just in time', 0);
    const before = await itemCount();
    const other = Promise.withResolvers<unknown>();
    await inTransaction(holding(slow), [], async (tx) => {
      acquire('just in time').then(other.resolve, other.resolve);
      await eventually(
        async () => {
          const rows = await ctx.db.orm.execute(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length > 0;
        },
        { what: 'the other request to wait for the lock' },
      );
      await addItems(
        { ...ctx, db: { ...ctx.db, transaction: (work) => work(tx) } },
        { scheduleId, items: [item()] },
      );
    });
    expect(await other.promise).toMatchObject({ code: 'conflict' });
    expect(await itemCount()).toBe(before + 1);
  });
});

describe('a response', () => {
  test.each([400, 429, 500, 503])('with status %i and no effect deletes the key', async (status) => {
    const hold = await acquire(`free ${status}`);
    await completeKey(ctx, { hold, ...response, status });
    expect(await findKey(ctx.db.orm, hold)).toBeUndefined();
  });

  test.each([402, 404, 409])('with status %i and no effect is replayed', async (status) => {
    const hold = await acquire(`kept ${status}`);
    await completeKey(ctx, { hold, ...response, status });
    expect(await acquireKey(ctx, { key: hold.key, fingerprint: 'same' })).toMatchObject({
      response: { status },
    });
  });

  test.each([400, 429])('with status %i and an effect is replayed', async (status) => {
    const hold = await acquire(`effect ${status}`);
    await addOne(holding(hold));
    await completeKey(ctx, { hold, ...response, status });
    expect(await acquireKey(ctx, { key: hold.key, fingerprint: 'same' })).toMatchObject({
      response: { status },
    });
  });
});

test('a failing transaction rolls back its mark on the key', async () => {
  const hold = await acquire('rolled back');
  await expect(addItems(holding(hold), { scheduleId: 999, items: [item()] })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await findKey(ctx.db.orm, hold))?.state).toBe('IN_FLIGHT');
});

test('all expired keys, and no others, are deleted', async () => {
  await deleteExpiredIdempotencyKeys(ctx);
  const kept = await acquire('not expired');
  await ctx.db.orm.execute(
    `insert into idempotency_keys (account_id, key, fingerprint, state, holder, lease_expires_at, expires_at)
     select ${ctx.accountId}, 'old ' || n, '', 'ANSWERED', gen_random_uuid(), now(), now() - interval '1 second'
     from generate_series(1, 2500) n`,
  );
  expect(await deleteExpiredIdempotencyKeys(ctx)).toBe(2_500);
  expect(await deleteExpiredIdempotencyKeys(ctx)).toBe(0);
  expect((await findKey(ctx.db.orm, kept))?.state).toBe('IN_FLIGHT');
});
