// Garbage collection must not separate a request from the signals that end it.
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { type FaultServer, startFaultServer } from './fault-server.fixture.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

/** Starts a call that the server does not finish, collects garbage while it waits, and returns the call's error. */
async function errorOf(call: Promise<unknown>, stop: AbortController): Promise<unknown> {
  const failed = call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );
  await expect.poll(() => server.received.length).toBe(1);
  for (let collection = 0; collection < 5; collection += 1) {
    await delay(20);
    collectGarbage();
  }
  stop.abort(new Error('stopped'));
  return Promise.race([failed, delay(2_000, 'still waiting')]);
}

test.each(['hang', 'stall'] as const)(
  'a call whose response is incomplete (%s) is aborted',
  async (fault) => {
    server.willAnswer(fault);
    const stop = new AbortController();
    const { wallet } = createClient({ baseUrl: server.baseUrl });
    expect(await errorOf(wallet.get({ signal: stop.signal }), stop)).toEqual(new Error('stopped'));
  },
);

test('a call without a response reaches its time limit', async () => {
  server.willAnswer('hang');
  const { wallet } = createClient({ baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 500 });
  const error = await errorOf(wallet.get(), new AbortController());
  expect(error).toMatchObject({ name: 'TimeoutError' });
});

test('an event stream is aborted', async () => {
  server.willAnswer('stall');
  const stop = new AbortController();
  const { events } = createClient({ baseUrl: server.baseUrl });
  const first = events.stream({ signal: stop.signal }).next();
  expect(await errorOf(first, stop)).toEqual(new Error('stopped'));
});

test('a streamed body is aborted', async () => {
  server.willAnswer('stall');
  const stop = new AbortController();
  const client = createClient({ baseUrl: server.baseUrl });
  const read = async () => {
    const { data } = await client.GET('/api/v1/wallet', { parseAs: 'stream', signal: stop.signal });
    return Array.fromAsync(data as unknown as AsyncIterable<Uint8Array>);
  };
  expect(await errorOf(read(), stop)).toEqual(new Error('stopped'));
});
