import { openCounterRedis } from '@shotclock/queue/redis';
import { redisUrl } from '@shotclock/testing';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../api-instance.ts';
import { createTestApi, expectProblem, linkSigner, type TestApi } from '../test-api.fixture.ts';
import { createRequestLimit } from './request-limit.ts';

const path = '/api/v1/schedules';
const session = '/api/v1/session';
let api: TestApi;
beforeAll(async () => {
  const requestLimit = { perMinute: 3, redis: null };
  const linkLimits = { perLink: 2, perAddress: 3 };
  api = await createTestApi({ requestLimit, maxFailedKeys: 2, linkLimits, needsKeys: true });
});
afterAll(() => api.close());

const list = (headers: Record<string, string>) => api.send('GET', path, undefined, headers);

/** Sends a request from this address. */
async function from(remoteAddress: string, key: string): Promise<number> {
  const headers = { 'x-api-key': key };
  return (await api.app.inject({ method: 'GET', url: path, headers, remoteAddress })).statusCode;
}

describe('requests with an API key', () => {
  test('are counted, even if the key lacks the required scope, and are rejected beyond the limit', async () => {
    const { headers } = await api.createKey(['read']);
    const other = await api.createKey(['read']);
    const first = await list(headers);
    expect(first.headers['ratelimit-policy']).toBe('"requests";q=3;w=60');
    expect(first.headers.ratelimit).toMatch(/^"requests";r=2;t=([1-9]|[1-5]\d|60)$/);
    expect((await api.send('DELETE', `${path}/1`, undefined, headers)).status).toBe(403);
    expect((await list(headers)).headers.ratelimit).toMatch(/^"requests";r=0;/);
    const refused = await list(headers);
    expect(expectProblem(refused, 'rate_limited').detail).toContain('more than 3 requests in a minute');
    expect(refused.headers.ratelimit).toBe(`"requests";r=0;t=${refused.headers['retry-after']}`);
    expect((await list(other.headers)).status).toBe(200);
    expect((await api.send('GET', '/health/live', undefined, headers)).status).toBe(200);
  });

  test("are counted together with the key's sign-ins and the requests in its sessions", async () => {
    const { key, headers } = await api.createKey(['read']);
    const signIn = () => api.send('POST', session, { key });
    const { status, headers: answered } = await signIn();
    expect([status, answered.ratelimit]).toEqual([201, expect.stringMatching(/^"requests";r=2;/)]);
    const cookie = String(answered['set-cookie']).split(';', 1)[0]!;
    expect((await list({ cookie })).headers.ratelimit).toMatch(/^"requests";r=1;/);
    expect((await list(headers)).headers.ratelimit).toMatch(/^"requests";r=0;/);
    expectProblem(await signIn(), 'rate_limited');
  });
});

describe('requests with invalid keys', () => {
  test('block an address that has sent too many, even for requests with a valid key, but do not block other addresses', async () => {
    const { key } = await api.createKey(['read']);
    const wrong = `sc_${'0'.repeat(43)}2CZclj`;
    expect([await from('192.0.2.1', wrong), await from('192.0.2.1', 'mistyped')]).toEqual([401, 401]);
    expect([await from('192.0.2.1', wrong), await from('192.0.2.1', key!)]).toEqual([429, 429]);
    expect([await from('192.0.2.2', key!), await from('192.0.2.2', wrong)]).toEqual([200, 401]);
  });

  test("are counted for the customer's whole IPv6 network", async () => {
    expect([await from('2001:db8::1', 'x'), await from('2001:db8::2', 'x')]).toEqual([401, 401]);
    expect([await from('2001:db8::3', 'x'), await from('2001:db8:0:1::1', 'x')]).toEqual([429, 401]);
  });

  test('are counted even if the session is invalid or the request is a sign-in', async () => {
    const { key } = await api.createKey(['read']);
    const signIn = (text: string) =>
      api.app.inject({ method: 'POST', url: session, payload: { key: text }, remoteAddress: '192.0.2.4' });
    const cookie = `__Host-shotclock=${'x'.repeat(43)}`;
    const ended = { method: 'GET', url: session, headers: { cookie }, remoteAddress: '192.0.2.4' } as const;
    expect([(await signIn('x')).statusCode, (await api.app.inject(ended)).statusCode]).toEqual([401, 401]);
    expect([(await signIn(key!)).statusCode, (await api.app.inject(ended)).statusCode]).toEqual([429, 429]);
    expect(await from('192.0.2.4', key!)).toBe(429);
  });

  test('are not counted if the request has no key', async () => {
    const send = () => api.app.inject({ method: 'GET', url: path, remoteAddress: '192.0.2.3' });
    for (let n = 0; n < 4; n += 1) expect((await send()).statusCode).toBe(401);
  });
});

describe('requests with links', () => {
  const read = async (url: string, remoteAddress: string) =>
    (await api.app.inject({ method: 'GET', url, remoteAddress })).statusCode;
  const signed = (id: number) => {
    const path = `/api/v1/screenshots/${id}/image`;
    return `${path}?${linkSigner.sign(1, path)}`;
  };

  test('are rejected beyond the limit for the link or for the address, without affecting other clients', async () => {
    const statuses = [];
    for (const id of [1, 1, 1, 2]) statuses.push(await read(signed(id), '198.51.100.1'));
    expect(statuses).toEqual([404, 404, 429, 429]);
    expect(await read(signed(1), '198.51.100.2')).toBe(404);
    const { headers } = await api.createKey(['read']);
    const own = {
      method: 'GET',
      url: '/api/v1/screenshots/1',
      headers,
      remoteAddress: '198.51.100.1',
    } as const;
    expect((await api.app.inject(own)).statusCode).toBe(404);
  });

  test('share one limit for all tiles in an image, and one per address for public links', async () => {
    const path = '/api/v1/screenshots/3/tiles';
    const statuses = [];
    for (const tile of ['', '/0/0_0.webp', '/1/0_0.webp'])
      statuses.push(await read(`${path}${tile}?${linkSigner.sign(1, path)}`, '198.51.100.3'));
    expect(statuses).toEqual([404, 404, 429]);
    const shared = [];
    for (const token of ['a', 'b', 'c', 'd'])
      shared.push(await read(`/api/v1/shared/${token.repeat(43)}`, '2001:db8:1::1'));
    expect(shared).toEqual([404, 404, 404, 429]);
    expect(await read(`/api/v1/shared/${'e'.repeat(43)}`, '2001:db8:1:0:1::1')).toBe(429);
  });
});

describe('with Redis', () => {
  const exceeded = 'an API key has exceeded its limit; its requests are refused';
  const lines: string[] = [];
  const log = (_fields: unknown, message?: string) => void lines.push(message ?? String(_fields));

  /** An API process that only counts requests. */
  async function startProcess(redis: unknown): Promise<() => Promise<number>> {
    const app = fastify() as unknown as Api;
    app.decorateRequest('identity');
    app.addHook('onRequest', async (request) => {
      request.identity = { apiKey: { id: process.pid } } as unknown as typeof request.identity;
    });
    app.setErrorHandler((error, _request, reply) => reply.code(429).send(String(error)));
    const limitRequests = await createRequestLimit(app, {
      requestLimit: { perMinute: 2, redis },
      logger: { warn: log, info: log } as Parameters<typeof createRequestLimit>[1]['logger'],
    });
    app.addHook('onRequest', limitRequests!);
    app.get('/', async () => 'ok');
    await app.ready();
    return async () => (await app.inject('/')).statusCode;
  }

  test('processes share the counters and remember the keys that have reached the limit', async () => {
    const redis = openCounterRedis(redisUrl());
    await expect.poll(() => redis.ping().catch(() => 'down')).toBe('PONG');
    await redis.del(`shotclock:requests:${process.pid}`);
    const [one, other] = [await startProcess(redis), await startProcess(redis)];
    expect([await one(), await other(), await one(), await other()]).toEqual([200, 200, 429, 429]);
    // This is the number of requests that were counted in Redis.
    expect([await one(), await other(), await redis.get(`shotclock:requests:${process.pid}`)]).toEqual([
      429,
      429,
      '4',
    ]);
    redis.disconnect();
    expect(lines.splice(0)).toEqual([exceeded, exceeded]);
  });

  test('each process counts separately while Redis is unavailable, and logs this once', async () => {
    const redis = openCounterRedis('redis://127.0.0.1:1');
    const [one, other] = [await startProcess(redis), await startProcess(redis)];
    expect([await one(), await one(), await one(), await other()]).toEqual([200, 200, 429, 200]);
    redis.disconnect();
    const message = 'Redis is unavailable; each API process counts requests separately';
    expect(lines).toEqual([message, exceeded, message]);
  });
});
