import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientOptions, createClient, ProblemError } from '../src/index.ts';
import { type FaultServer, startFaultServer } from './fault-server.fixture.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.baseUrl, ...options });
/** Retried immediately, apart from jitter. */
const atOnce = { 'retry-after': '0' };
const problem = (status: number, code: string) => ({
  status,
  body: { code, detail: 'A detail.', requestId: 'a-request' },
});
const keys = () => server.received.map(({ headers }) => headers['idempotency-key']);
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );

describe('a temporary failure', () => {
  test.each([
    ['429', { status: 429, headers: atOnce }],
    ['502', { status: 502, headers: atOnce }],
    ['503', { status: 503, headers: atOnce }],
    ['504', { status: 504, headers: atOnce }],
    ['a closed connection', 'close'],
    ['a connection that is closed in the middle of the body', 'cut'],
  ] as const)('is retried: %s', async (_, failure) => {
    server.willAnswer(failure);
    expect(await client().wallet.get()).toEqual({ balance: 1 });
    expect(server.received).toHaveLength(2);
  });

  test('is retried if no complete response is received within timeoutMs', async () => {
    server.willAnswer('hang', 'stall');
    expect(await client({ timeoutMs: 100 }).wallet.get()).toEqual({ balance: 1 });
    expect(server.received).toHaveLength(3);
  });

  test('is returned after maxRetries', async () => {
    const unavailable = { ...problem(503, 'unavailable'), headers: atOnce };
    server.willAnswer(...Array(9).fill(unavailable));
    const error = await caught(client({ maxRetries: 2 }).wallet.get());
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 0 });
    expect(server.received).toHaveLength(3);
    server.willAnswer('close');
    expect(await caught(client().wallet.get({ maxRetries: 0 }))).toBeInstanceOf(TypeError);
    expect(server.received).toHaveLength(1);
  });

  test('is returned immediately if Retry-After is longer than a minute', async () => {
    server.willAnswer({ ...problem(429, 'rate_limited'), headers: { 'retry-after': '3600' } });
    const error = await caught(client().wallet.get());
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3_600 });
    expect(server.received).toHaveLength(1);
  });

  test('is also retried by the raw methods', async () => {
    server.willAnswer({ status: 503, headers: atOnce });
    const { data, response } = await client().GET('/api/v1/wallet');
    expect([data, response.status]).toEqual([{ balance: 1 }, 200]);
  });
});

describe('a POST', () => {
  test('sends the same key and body in every attempt, but a new key in the next call', async () => {
    server.willAnswer({ status: 503, headers: atOnce }, 'close');
    await client().wallet.topUp({ amount: 5 });
    await client().wallet.topUp({ amount: 5 });
    expect(server.received.map(({ body }) => body)).toEqual(Array(4).fill('{"amount":5}'));
    const [first, second, third, other] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  test("sends the caller's key", async () => {
    server.willAnswer();
    await client().wallet.topUp({ amount: 5 }, { idempotencyKey: 'mine' });
    expect(keys()).toEqual(['mine']);
  });

  test('is retried while an earlier attempt is in progress, but not after any other conflict', async () => {
    server.willAnswer({ ...problem(409, 'conflict'), headers: atOnce });
    expect(await client().wallet.topUp({ amount: 5 })).toEqual({ balance: 1 });
    server.willAnswer(problem(409, 'conflict'));
    expect(await caught(client().wallet.topUp({ amount: 5 }))).toMatchObject({ code: 'conflict' });
  });

  test('without a key is retried only if the failed attempt had no effect', async () => {
    const api = client({ idempotencyKeys: false });
    server.willAnswer({ status: 429, headers: atOnce });
    await api.wallet.topUp({ amount: 5 });
    expect(keys()).toEqual([undefined, undefined]);
    server.willAnswer('close');
    await caught(api.wallet.topUp({ amount: 5 }));
    expect(server.received).toHaveLength(1);
  });
});

describe('PATCH and DELETE', () => {
  test('are retried unless they have an If-Match header', async () => {
    server.willAnswer('close');
    await client().schedules.update(1, { name: 'New' });
    expect(server.received).toHaveLength(2);
    server.willAnswer('close');
    expect(await caught(client().schedules.update(1, { name: 'New' }, { ifMatch: '"a"' }))).toBeInstanceOf(
      TypeError,
    );
    expect(server.received.map(({ headers }) => headers['if-match'])).toEqual(['"a"']);
  });

  test('succeed if the first response to a DELETE was lost and the resource is gone', async () => {
    server.willAnswer('close', problem(404, 'not_found'));
    expect(await client().schedules.delete(1)).toBeUndefined();
    server.willAnswer(problem(404, 'not_found'));
    expect(await caught(client().schedules.delete(1))).toMatchObject({ code: 'not_found' });
    server.willAnswer({ status: 429, headers: atOnce }, problem(404, 'not_found'));
    expect(await caught(client().schedules.delete(1))).toMatchObject({ code: 'not_found' });
  });
});

describe('a signal', () => {
  test('aborts a call that is waiting for a response', async () => {
    server.willAnswer('hang');
    const aborted = new AbortController();
    const call = caught(client().wallet.get({ signal: aborted.signal }));
    await expect.poll(() => server.received.length).toBe(1);
    aborted.abort(new Error('the user left'));
    expect(await call).toEqual(new Error('the user left'));
    expect(server.received).toHaveLength(1);
  });

  test('aborts a call that is waiting for a retry', async () => {
    server.willAnswer({ status: 503, headers: { 'retry-after': '60' } });
    const aborted = new AbortController();
    const api = client({
      async fetch(request) {
        const response = await fetch(request);
        setImmediate(() => aborted.abort(new Error('the user left')));
        return response;
      },
    });
    const error = await caught(api.wallet.get({ signal: aborted.signal }));
    expect(error).toEqual(new Error('the user left'));
    expect(server.received).toHaveLength(1);
  });

  test('that has already aborted prevents the request', async () => {
    server.willAnswer();
    await caught(client().wallet.get({ signal: AbortSignal.abort() }));
    expect(server.received).toHaveLength(0);
  });
});

test('if every attempt exceeds timeoutMs, the call fails with a TimeoutError', async () => {
  server.willAnswer('hang');
  expect(await caught(client().wallet.get({ timeoutMs: 50, maxRetries: 0 }))).toMatchObject({
    name: 'TimeoutError',
  });
});

test('a stream is returned before it ends', async () => {
  server.willAnswer('stall');
  const { data } = await client().GET('/api/v1/wallet', { parseAs: 'stream' });
  const reader = (data as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"balance":');
  await reader.cancel();
});
