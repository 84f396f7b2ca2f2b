import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type HttpFault,
  type HttpFaultProxy,
  type S3Server,
  startHttpFaultProxy,
  startS3Server,
} from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createS3Store, type ObjectStore, retryWhileUnavailable } from '../src/index.ts';

const faults: HttpFault[] = [
  'reset',
  'reset during request',
  'reset before response',
  'internal error',
  'slow down',
  'no response',
];

let server: S3Server;
let proxy: HttpFaultProxy;
let store: ObjectStore;
/** A store with a short response timeout. */
let impatient: ObjectStore;
let puts: number;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startHttpFaultProxy(server.options.endpoint);
  const options = { ...server.options, endpoint: proxy.origin };
  store = createS3Store(options);
  impatient = createS3Store({ ...options, timeoutMs: 500 });
  await store.ping();
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});
beforeEach(() => {
  puts = 0;
  inject('none', 0);
});

/** Injects the fault into the first `times` requests that use one of the methods. */
function inject(fault: HttpFault, times: number, methods = ['PUT']): void {
  let left = times;
  proxy.chooseFault = ({ method }) => {
    if (method === 'PUT') puts += 1;
    if (!methods.includes(method) || left === 0) return 'none';
    left -= 1;
    return fault;
  };
}

const freshKey = () => `ab/${randomBytes(16).toString('hex')}`;
const unavailable = expect.objectContaining({ name: 'StorageError', code: 'unavailable', retryable: true });

describe.each(faults)('an S3 store with the fault "%s" in a put', (fault) => {
  const faulty = () => (fault === 'no response' ? impatient : store);

  test('rejects with the code unavailable and stores the whole object or nothing', async () => {
    const key = freshKey();
    const body = randomBytes(300_000);
    inject(fault, 1);
    await expect(faulty().put(key, body, 'image/png')).rejects.toEqual(unavailable);
    const found = await store.get(key);
    if (found) expect((await buffer(found.stream)).equals(body)).toBe(true);
    else expect(fault).not.toBe('reset before response');
  });

  test('stores the object when the put is retried', async () => {
    const key = freshKey();
    const body = randomBytes(300_000);
    inject(fault, 2);
    await retryWhileUnavailable(() => faulty().put(key, body, 'image/png'));
    expect((await buffer((await store.get(key))!.stream)).equals(body)).toBe(true);
  });
});

test('a put sends only one request', async () => {
  const methods: (string | undefined)[] = [];
  proxy.chooseFault = ({ method }) => {
    methods.push(method);
    return 'none';
  };
  await store.put(freshKey(), Buffer.from('one'), 'text/plain');
  expect(methods).toEqual(['PUT']);
});

test('a put that is aborted halfway stores nothing, and the store remains usable', async () => {
  const key = freshKey();
  const stop = new AbortController();
  const reason = new Error('aborted');
  proxy.chooseFault = ({ method }) => {
    if (method !== 'PUT') return 'none';
    stop.abort(reason);
    return 'reset during request';
  };
  await expect(store.put(key, Buffer.alloc(1_000_000), 'image/png', { signal: stop.signal })).rejects.toBe(
    reason,
  );
  inject('none', 0);
  expect(await store.exists(key)).toBe(false);
});

test('retryWhileUnavailable gives up after five attempts', async () => {
  let requests = 0;
  proxy.chooseFault = () => {
    requests += 1;
    return 'slow down';
  };
  let attempts = 0;
  const put = () => {
    attempts += 1;
    return store.put(freshKey(), Buffer.from('x'), 'text/plain');
  };
  await expect(retryWhileUnavailable(put)).rejects.toEqual(unavailable);
  expect(attempts).toBe(5);
  expect(requests).toBeGreaterThanOrEqual(5);
});

test('a put to a full store rejects with the code full and is not retried', async () => {
  inject('storage full', 1);
  await expect(
    retryWhileUnavailable(() => store.put(freshKey(), Buffer.from('x'), 'text/plain')),
  ).rejects.toEqual(expect.objectContaining({ name: 'StorageError', code: 'full', retryable: false }));
  expect(puts).toBe(1);
});

test('retryWhileUnavailable does not retry an error that is not retryable', async () => {
  let attempts = 0;
  const refused = createS3Store({ ...server.options, accessKey: 'SOMEBODY' });
  const ping = () => {
    attempts += 1;
    return refused.ping();
  };
  await expect(retryWhileUnavailable(ping)).rejects.toMatchObject({ code: 'denied' });
  expect(attempts).toBe(1);
});

test('retryWhileUnavailable rejects as soon as its signal aborts', async () => {
  const stop = new AbortController();
  const reason = new Error('aborted');
  inject('reset', 1_000, ['HEAD', 'PUT', 'GET']);
  let attempts = 0;
  const result = retryWhileUnavailable(
    async () => {
      attempts += 1;
      setTimeout(() => stop.abort(reason), 0);
      await store.ping();
    },
    { signal: stop.signal },
  );
  await expect(result).rejects.toBe(reason);
  expect(attempts).toBe(1);
});
