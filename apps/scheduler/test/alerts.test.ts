import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  type CoreContext,
  claimDeliveries,
  createAlertRule,
  createDestination,
  createLinks,
  createSchedule,
  getDelivery,
  getDestination,
  listDeliveries,
  matchAlertRules,
  redeliver,
  runSchedule,
  type SendingContext,
  sendDelivery,
} from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { createLogger, createMetricsRegistry } from '@shotclock/runtime';
import { createSealer } from '@shotclock/sealing';
import { createFilesystemStore } from '@shotclock/storage';
import { createDatabase, startReceiver } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runAlertLoops } from '../src/alerts/alert-loops.ts';
import { createSteps } from '../src/steps.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
/** Transactions of other tests on the same server can delay facts. */
const poll = { timeout: 100_000 };
const page = { page: 0, size: 200, sort: { field: 'id', direction: 'asc' } } as const;

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let ctx: CoreContext;
let sending: SendingContext & { logger: typeof logger };
let receivers: Awaited<ReturnType<typeof startReceiver>>[];
let stop: AbortController;
let running: Promise<unknown>[];

beforeEach(async () => {
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'alert tests' });
  const alerting = {
    sealer: createSealer([randomBytes(32)]),
    client: createOutboundClient({ allow: parseEgressAllow('127.0.0.0/8') }),
  };
  ctx = { ...createTestContext(db, createFilesystemStore('/nonexistent')), alerting };
  sending = {
    db,
    logger,
    ...alerting,
    objects: ctx.objects,
    conversions: ctx.conversions,
    links: createLinks({ publicUrl: () => 'http://shots.example', signer: null }),
  };
  receivers = [];
  stop = new AbortController();
  running = [];
});
afterEach(async () => {
  stop.abort();
  for (const receiver of receivers) await receiver.close();
  await Promise.all(running);
  await db.close();
  await database.drop();
});

/** Starts the alert loops of a scheduler. */
function startScheduler(): void {
  const steps = createSteps({ metrics: createMetricsRegistry('scheduler').metrics, logger });
  running.push(runAlertLoops({ db, logger, createSending: async () => sending }, steps, stop.signal));
}

async function addReceiver(respond?: (response: ServerResponse) => void) {
  const receiver = await startReceiver();
  if (respond) receiver.respondWith(respond);
  receivers.push(receiver);
  const { id } = await createDestination(ctx, {
    ...{ name: 'receiver', kind: 'webhook' },
    config: { url: `${receiver.origin}/hook` },
  });
  return { ...receiver, id };
}

const addRule = (destinationIds: number[]) =>
  createAlertRule(ctx, { name: 'runs', events: ['execution.completed'], destinationIds });

/** Runs a schedule without items, which completes at once. */
async function completeRun(): Promise<number> {
  const schedule = { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' } as const;
  const { id: scheduleId } = await createSchedule(ctx, { name: 'empty', schedule });
  return (await runSchedule(ctx, { scheduleId })).id;
}

async function deliveriesTo(destinationId: number) {
  const { content } = await listDeliveries(ctx, { ...page, destinationId });
  return Promise.all(content.map(({ id }) => getDelivery(ctx, { deliveryId: id })));
}
const statusesOf = async (destinationId: number) =>
  (await deliveriesTo(destinationId)).map(({ status, log }) => [status, ...log.map((one) => one.status)]);
const matched = (count: number) =>
  expect
    .poll(async () => {
      await matchAlertRules(ctx);
      return (await listDeliveries(ctx, page)).totalElements;
    }, poll)
    .toBe(count);
/** Ends all retry delays. */
const endDelays = () =>
  db.orm.execute(`update deliveries set next_attempt_at = now() - interval '1 second' where status = 'PENDING' and lease_token is null;
    select pg_notify('shotclock_deliveries', '')`);

describe('alerts', { timeout: 150_000 }, () => {
  test('reach each receiver; those that fail are retried, and a hanging one delays nobody', async () => {
    const hanging = await addReceiver(() => undefined);
    const good = await addReceiver();
    let refusals = 1;
    const flaky = await addReceiver((response) => {
      refusals -= 1;
      response.writeHead(refusals < 0 ? 200 : 500, { 'retry-after': '7200' }).end('flaky'.repeat(500));
    });
    const redirecting = await addReceiver((response) => {
      response.writeHead(302, { location: `${good.origin}/elsewhere` }).end();
    });
    const gone = await addReceiver((response) => void response.writeHead(410).end());
    const away = await addReceiver();
    await receivers.at(-1)!.close();
    await addRule([hanging, good, flaky, redirecting, gone, away].map(({ id }) => id));
    startScheduler();
    for (let n = 0; n < 4; n += 1) await completeRun();

    await expect.poll(() => statusesOf(good.id), poll).toEqual(Array(4).fill(['DELIVERED', 204]));
    // The hanging receiver has received two requests, and no more until one of them ends.
    expect(hanging.received).toHaveLength(2);
    expect(await statusesOf(hanging.id)).toEqual(Array(4).fill(['PENDING']));
    // On a busy machine, an attempt may be repeated before the others were made.
    const firstAttempts = async (id: number) => (await statusesOf(id)).map((one) => one.slice(0, 2));
    await expect.poll(() => firstAttempts(redirecting.id), poll).toEqual(Array(4).fill(['PENDING', 302]));
    await expect.poll(() => firstAttempts(away.id), poll).toEqual(Array(4).fill(['PENDING', null]));
    expect(good.received.every(({ path }) => path === '/hook')).toBe(true);
    expect((await deliveriesTo(away.id))[0]!.log[0]!.error).toMatch(/./);

    await expect
      .poll(async () => (await statusesOf(flaky.id)).map(([, status]) => status).toSorted(), poll)
      .toEqual([200, 200, 200, 500]);
    // Two deliveries are sent at a time, so any of them may be refused.
    const refused = (await deliveriesTo(flaky.id)).find(({ log }) => log[0]!.status === 500)!;
    const attempt = refused.log[0]!;
    expect(attempt.error).toContain('500');
    expect(attempt.response).toHaveLength(1_000);
    const delayMs = Date.parse(refused.nextAttemptAt!) - Date.parse(attempt.at);
    expect(delayMs / 1_000).toBeGreaterThanOrEqual(7_200);
    await endDelays();
    await expect.poll(() => statusesOf(flaky.id), poll).toContainEqual(['DELIVERED', 500, 200]);
    const ids = flaky.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.filter((id) => id === `delivery_${refused.id}`)).toHaveLength(2);
    expect(new Set(ids).size).toBe(4);

    expect(await getDestination(ctx, { destinationId: gone.id })).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'GONE',
    });
    const ends = (await statusesOf(gone.id)).map(([status]) => status);
    expect(ends.filter((one) => one === 'PENDING')).toEqual([]);
    expect(ends).toContain('CANCELLED');
    await expect(redeliver(ctx, { deliveryId: (await deliveriesTo(gone.id))[0]!.id })).rejects.toThrow(
      'disabled',
    );

    const [sent] = await deliveriesTo(good.id);
    await redeliver(ctx, { deliveryId: sent!.id });
    await expect.poll(async () => (await statusesOf(good.id))[0], poll).toEqual(['DELIVERED', 204, 204]);
    expect(good.received.at(-1)!.headers['webhook-id']).toBe(`delivery_${sent!.id}`);
    const { type, data } = JSON.parse(good.received.at(-1)!.body.toString());
    expect({ type, link: data.link }).toEqual({
      type: 'execution.completed',
      link: `http://shots.example/executions/${sent!.executionId}`,
    });
  });

  test('are sent again with the same ID if their sender dies, whose late result then changes nothing', async () => {
    const receiver = await addReceiver();
    await addRule([receiver.id]);
    await completeRun();
    // The scheduler dies after matching.
    await matched(1);
    const [dead] = await claimDeliveries(sending, { limit: 10 });
    expect(await claimDeliveries(sending, { limit: 10 })).toEqual([]);
    await db.orm.execute(`update deliveries set lease_expires_at = now() - interval '1 second'`);
    const [alive] = await claimDeliveries(sending, { limit: 10 });
    expect(await sendDelivery(sending, dead!)).toBeNull();
    expect(await statusesOf(receiver.id)).toEqual([['PENDING']]);
    expect(await sendDelivery(sending, alive!)).toMatchObject({ delivered: true });
    expect(await statusesOf(receiver.id)).toEqual([['DELIVERED', 204]]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(`delivery_${alive!.delivery.id}`),
    );
  });

  test('that cannot be rendered, or whose sender dies in every attempt, fail after eight attempts', async () => {
    const receiver = await addReceiver();
    await addRule([receiver.id]);
    for (let n = 0; n < 2; n += 1) await completeRun();
    await matched(2);
    const faulty = {
      ...sending,
      links: createLinks({
        publicUrl: () => {
          throw new TypeError('no URL');
        },
        signer: null,
      }),
    };
    for (let n = 0; n < 8; n += 1) {
      const [failing, dying, ...others] = await claimDeliveries(sending, { limit: 10 });
      expect([dying!.delivery.attempts, others]).toEqual([n + 1, []]);
      expect(await sendDelivery(faulty, failing!)).toMatchObject({ error: 'An internal error occurred.' });
      await db.orm.execute(
        `update deliveries set next_attempt_at = now() - interval '1 hour' + interval '1 ms' * id, lease_expires_at = now() - interval '1 hour' where status = 'PENDING'`,
      );
    }
    expect(await claimDeliveries(sending, { limit: 10 })).toEqual([]);
    expect(await statusesOf(receiver.id)).toEqual([['FAILED', ...Array(8).fill(null)], ['FAILED']]);
  });

  test('that are damaged, or whose destination is, fail with a reason and delay no others', async () => {
    const good = await addReceiver();
    const damaged = [await addReceiver(), await addReceiver(), await addReceiver()];
    await addRule([...damaged, good].map(({ id }) => id));
    await completeRun();
    await matched(4);
    const [unreadable, otherKind, noContent] = damaged.map(({ id }) => id);
    await db.orm.execute(`
      update destinations set sealed_config = 'damaged' where id = ${unreadable};
      update destinations set kind = 'pager' where id = ${otherKind};
      update deliveries set content = 'null' where destination_id = ${noContent}`);
    startScheduler();
    await expect.poll(() => statusesOf(good.id), poll).toEqual([['DELIVERED', 204]]);
    const errorOf = async (id: number | undefined) => (await deliveriesTo(id!))[0]!.log[0]?.error;
    await expect.poll(() => errorOf(unreadable), poll).toMatch(/cannot be decrypted/);
    for (const id of [otherKind, noContent])
      await expect.poll(() => errorOf(id), poll).toBe('An internal error occurred.');
    await completeRun();
    await expect.poll(async () => (await statusesOf(good.id)).length, poll).toBe(2);
    await expect.poll(() => damaged.flatMap(({ received }) => received).length, poll).toBe(1);
  });

  test('give up after eight attempts; failures for five days disable the destination, and a success ends them', async () => {
    const receiver = await addReceiver((response) => void response.writeHead(503).end());
    await addRule([receiver.id]);
    for (let n = 0; n < 4; n += 1) await completeRun();
    await matched(4);
    const attemptAll = async () => {
      await db.orm.execute(
        `update deliveries set next_attempt_at = now() - interval '1 second' where status = 'PENDING'`,
      );
      for (let claimed = await claimDeliveries(sending, { limit: 10 }); claimed.length > 0; ) {
        expect(claimed.length).toBeLessThanOrEqual(2);
        for (const one of claimed) await sendDelivery(sending, one);
        claimed = await claimDeliveries(sending, { limit: 10 });
      }
    };
    for (let n = 0; n < 8; n += 1) await attemptAll();
    expect(await statusesOf(receiver.id)).toEqual(Array(4).fill(['FAILED', ...Array(8).fill(503)]));
    const state = () => getDestination(ctx, { destinationId: receiver.id });
    expect(await state()).toMatchObject({ status: 'ACTIVE', failingSince: expect.any(String) });
    const [{ id: deliveryId } = { id: 0 }] = await deliveriesTo(receiver.id);

    receiver.respondWith((response) => void response.writeHead(200).end());
    await redeliver(ctx, { deliveryId });
    await attemptAll();
    expect(await state()).toMatchObject({ failingSince: null, lastSuccessAt: expect.any(String) });

    receiver.respondWith((response) => void response.writeHead(429).end());
    await db.orm.execute(`update destinations set failing_since = now() - interval '6 days'`);
    await db.orm.execute(
      `update deliveries set completed_at = now() - interval '125 hours' where status = 'FAILED'`,
    );
    await redeliver(ctx, { deliveryId });
    await attemptAll();
    expect(await state()).toMatchObject({ status: 'DISABLED', disabledReason: 'FAILING' });
    const [row] = await db.orm.execute<{ one_at_a_time: boolean }>('select one_at_a_time from destinations');
    expect(row!.one_at_a_time).toBe(true);
  });
});
