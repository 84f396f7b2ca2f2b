import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type FaultyProxy,
  type HttpFault,
  type S3Server,
  startFaultyProxy,
  startS3Server,
} from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createS3Store, type ObjectStore, retryWhileUnavailable } from '../src/index.ts';

const faults: HttpFault[] = ['reset', 'reset half-way', 'reset after', 'error', 'slow down', 'silence'];

let server: S3Server;
let proxy: FaultyProxy;
let store: ObjectStore;
let puts: number;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startFaultyProxy(server.options.endpoint);
  store = createS3Store({ ...server.options, endpoint: proxy.origin, timeoutMs: 500 });
  await store.ping();
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});
beforeEach(() => {
  puts = 0;
  meet('none', 0);
});

/** The first `times` requests with one of the methods meet the fault. */
function meet(fault: HttpFault, times: number, methods = ['PUT']): void {
  let left = times;
  proxy.faultOf = ({ method }) => {
    if (method === 'PUT') puts += 1;
    if (!methods.includes(method) || left === 0) return 'none';
    left -= 1;
    return fault;
  };
}

const freshKey = () => `ab/${randomBytes(16).toString('hex')}`;
const unavailable = expect.objectContaining({ name: 'StorageError', code: 'unavailable', retryable: true });

describe.each(faults)('an S3 store whose answer to a put is: %s', (fault) => {
  test('is unavailable, and keeps the whole object or none', async () => {
    const key = freshKey();
    const body = randomBytes(300_000);
    meet(fault, 1);
    await expect(store.put(key, body, 'image/png')).rejects.toEqual(unavailable);
    const found = await store.get(key);
    if (found) expect((await buffer(found.stream)).equals(body)).toBe(true);
    else expect(fault).not.toBe('reset after');
  });

  test('is tried again, until the object is there', async () => {
    const key = freshKey();
    const body = randomBytes(300_000);
    meet(fault, 2);
    await retryWhileUnavailable(() => store.put(key, body, 'image/png'));
    expect((await buffer((await store.get(key))!.stream)).equals(body)).toBe(true);
  });
});

test('what is there with the same size is not sent again', async () => {
  const key = freshKey();
  await store.put(key, Buffer.from('one'), 'text/plain');
  await store.put(key, Buffer.from('one'), 'text/plain');
  expect(puts).toBe(1);
});

test('a put that is given up half-way stores nothing, and the store works on', async () => {
  const key = freshKey();
  const stop = new AbortController();
  const reason = new Error('given up');
  proxy.faultOf = ({ method }) => {
    if (method !== 'PUT') return 'none';
    stop.abort(reason);
    return 'reset half-way';
  };
  await expect(store.put(key, Buffer.alloc(1_000_000), 'image/png', { signal: stop.signal })).rejects.toBe(
    reason,
  );
  meet('none', 0);
  expect(await store.exists(key)).toBe(false);
});

test('a store that stays away is given up after five tries', async () => {
  let asked = 0;
  proxy.faultOf = () => {
    asked += 1;
    return 'slow down';
  };
  let tries = 0;
  const put = () => {
    tries += 1;
    return store.put(freshKey(), Buffer.from('x'), 'text/plain');
  };
  await expect(retryWhileUnavailable(put)).rejects.toEqual(unavailable);
  expect(tries).toBe(5);
  expect(asked).toBeGreaterThanOrEqual(5);
});

test('a store that has no room left says so, and is not tried again', async () => {
  meet('full', 1);
  await expect(
    retryWhileUnavailable(() => store.put(freshKey(), Buffer.from('x'), 'text/plain')),
  ).rejects.toEqual(expect.objectContaining({ name: 'StorageError', code: 'full', retryable: false }));
  expect(puts).toBe(1);
});

test('what waiting does not help is not tried again', async () => {
  let tries = 0;
  const refused = createS3Store({ ...server.options, accessKey: 'SOMEBODY' });
  const ping = () => {
    tries += 1;
    return refused.ping();
  };
  await expect(retryWhileUnavailable(ping)).rejects.toMatchObject({ code: 'denied' });
  expect(tries).toBe(1);
});

test('who gives up does not wait for the next try', async () => {
  const stop = new AbortController();
  const reason = new Error('given up');
  meet('reset', 1_000, ['HEAD', 'PUT', 'GET']);
  const startedAt = performance.now();
  const trying = retryWhileUnavailable(
    async () => {
      setTimeout(() => stop.abort(reason), 0);
      await store.ping();
    },
    { signal: stop.signal },
  );
  await expect(trying).rejects.toBe(reason);
  // The first pause alone is fifty milliseconds, all of them three seconds.
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});
