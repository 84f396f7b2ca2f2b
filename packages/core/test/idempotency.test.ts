import { findKey, insertKey, type KeyHold } from '@shotclock/db';
import { eventually } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../src/idempotency/in-transaction.ts';
import {
  addItems,
  answerKey,
  type CoreContext,
  createSchedule,
  getSchedule,
  sweepKeys,
  takeKey,
} from '../src/index.ts';
import { hourly, item, openWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;
let ctx: CoreContext;
let scheduleId: number;
beforeAll(async () => {
  workspace = await openWorkspace();
  ctx = workspace.core;
  scheduleId = (await createSchedule(ctx, hourly(new Date('2999-01-01')))).id;
});
afterAll(() => workspace.close());

const answer = { status: 201, headers: { location: '/here' }, body: { text: '{"id":1}' } };
const under = (hold: KeyHold): CoreContext => ({ ...ctx, heldKey: hold });
const addOne = (context: CoreContext) => addItems(context, { scheduleId, items: [item()] });
const itemCount = async () => (await getSchedule(ctx, { scheduleId })).items.length;

async function take(key: string, fingerprint = 'same'): Promise<KeyHold> {
  const taken = await takeKey(ctx, { key, fingerprint });
  if (taken.state !== 'taken') throw new Error('the key was answered already');
  return taken.hold;
}

/** A key as a process leaves it that was killed before its effect; `leaseSeconds` from now, 0 for one that ran out. */
async function leave(key: string, leaseSeconds: number, keptSeconds = 3_600): Promise<KeyHold> {
  const hold = { accountId: ctx.accountId, key, holder: crypto.randomUUID() };
  await insertKey(ctx.db.orm, { ...hold, fingerprint: 'same', leaseSeconds, keptSeconds });
  return hold;
}

describe('a key', () => {
  test('goes from in flight over its effect to the answer, which is repeated from then on', async () => {
    const hold = await take('life');
    expect((await findKey(ctx.db.orm, hold))?.state).toBe('IN_FLIGHT');
    await addOne(under(hold));
    expect((await findKey(ctx.db.orm, hold))?.state).toBe('TOOK_EFFECT');
    await expect(take('life')).rejects.toMatchObject({ code: 'conflict', retryAfterSeconds: 5 });
    await answerKey(ctx, { hold, ...answer });
    expect(await takeKey(ctx, { key: 'life', fingerprint: 'same' })).toEqual({ state: 'answered', answer });
  });

  test('is refused for another request, answered or not', async () => {
    const hold = await take('reused');
    await expect(take('reused', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await answerKey(ctx, { hold, ...answer });
    await expect(take('reused', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await leave('reused too', 0);
    await expect(take('reused too', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('is taken by one of many at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => take('raced')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await leave('raced over', 0);
    const second = await Promise.allSettled(Array.from({ length: 50 }, () => take('raced over')));
    expect(second.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is as new when its day is over, whatever became of it', async () => {
    const unanswered = await leave('expired', 60, 0);
    expect((await take('expired', 'other')).holder).not.toBe(unanswered.holder);
    const answered = await leave('expired too', 60, 0);
    await answerKey(ctx, { hold: answered, ...answer });
    const again = await take('expired too', 'other');
    expect(await findKey(ctx.db.orm, again)).toMatchObject({ state: 'IN_FLIGHT', responseBody: null });
  });
});

describe('a process that was killed', () => {
  test('before its effect leaves a key that is taken over once its lease ran out', async () => {
    await leave('killed early', 20);
    await expect(take('killed early')).rejects.toMatchObject({ code: 'conflict', retryAfterSeconds: 5 });
    await leave('killed long ago', 0);
    expect((await take('killed long ago')).key).toBe('killed long ago');
  });

  test('after its effect leaves a key that is never carried out again', async () => {
    const hold = await take('killed late');
    await addOne(under(hold));
    await answerKey(ctx, { hold, status: 503, headers: {}, body: { text: '{}' } });
    const refused = take('killed late');
    await expect(refused).rejects.toMatchObject({ code: 'conflict', retryAfterSeconds: undefined });
    await expect(refused).rejects.toThrow('took effect, and its answer was lost');
  });
});

describe('a request whose key was taken over', () => {
  test('has its transaction fail whole, and cannot answer', async () => {
    const slow = await leave('slow', 0);
    const next = await take('slow');
    const before = await itemCount();
    await expect(addOne(under(slow))).rejects.toMatchObject({ code: 'conflict' });
    expect(await itemCount()).toBe(before);
    await answerKey(ctx, { hold: slow, ...answer });
    await answerKey(ctx, { hold: slow, ...answer, status: 500 });
    expect(await findKey(ctx.db.orm, next)).toMatchObject({ state: 'IN_FLIGHT', holder: next.holder });
  });

  test('was not taken over when it had marked the key already: who wants it waits, and is told', async () => {
    const slow = await leave('just in time', 0);
    const before = await itemCount();
    const rival = Promise.withResolvers<unknown>();
    await inTransaction(under(slow), async (tx) => {
      take('just in time').then(rival.resolve, rival.resolve);
      await eventually(
        async () => {
          const rows = await ctx.db.orm.execute(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length > 0;
        },
        { what: 'the rival waits for the lock' },
      );
      await addItems(
        { ...ctx, db: { ...ctx.db, transaction: (work) => work(tx) } },
        { scheduleId, items: [item()] },
      );
    });
    expect(await rival.promise).toMatchObject({ code: 'conflict' });
    expect(await itemCount()).toBe(before + 1);
  });
});

describe('an answer', () => {
  test.each([400, 429, 500, 503])('of %i without effect frees the key', async (status) => {
    const hold = await take(`free ${status}`);
    await answerKey(ctx, { hold, ...answer, status });
    expect(await findKey(ctx.db.orm, hold)).toBeUndefined();
  });

  test.each([402, 404, 409])('of %i without effect is repeated', async (status) => {
    const hold = await take(`kept ${status}`);
    await answerKey(ctx, { hold, ...answer, status });
    expect(await takeKey(ctx, { key: hold.key, fingerprint: 'same' })).toMatchObject({ answer: { status } });
  });

  test.each([400, 429])('of %i with an effect is repeated', async (status) => {
    const hold = await take(`effect ${status}`);
    await addOne(under(hold));
    await answerKey(ctx, { hold, ...answer, status });
    expect(await takeKey(ctx, { key: hold.key, fingerprint: 'same' })).toMatchObject({ answer: { status } });
  });
});

test('a transaction that fails takes its mark back with it', async () => {
  const hold = await take('rolled back');
  await expect(addItems(under(hold), { scheduleId: 999, items: [item()] })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await findKey(ctx.db.orm, hold))?.state).toBe('IN_FLIGHT');
});

test('expired keys are swept, all of them and no others', async () => {
  await sweepKeys(ctx);
  const kept = await take('kept over the sweep');
  await ctx.db.orm.execute(
    `insert into idempotency_keys (account_id, key, fingerprint, state, holder, lease_expires_at, expires_at)
     select ${ctx.accountId}, 'old ' || n, '', 'ANSWERED', gen_random_uuid(), now(), now() - interval '1 second'
     from generate_series(1, 2500) n`,
  );
  expect(await sweepKeys(ctx)).toBe(2_500);
  expect(await sweepKeys(ctx)).toBe(0);
  expect((await findKey(ctx.db.orm, kept))?.state).toBe('IN_FLIGHT');
});
