import type { AuditEntry, Me, Page, Session } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin } from '../../test-api.fixture.ts';

const api = await createTestApi({ needsKeys: true });
afterAll(() => api.close());

const path = '/api/v1/session';
type Headers = Record<string, string>;
type Key = Awaited<ReturnType<typeof api.createKey>>;
let key: Key;
beforeAll(async () => {
  key = await api.createKey(['read', 'write']);
});

const signIn = (text: string, headers: Headers = {}) =>
  api.send<Session>('POST', path, { key: text }, { origin, ...headers });
/** Signs in, and returns the headers that a page on this server sends with its requests. */
async function signedIn(one: Key = key): Promise<Headers> {
  const { status, headers } = await signIn(one.key!);
  expect(status).toBe(201);
  const [cookie] = String(headers['set-cookie']).split(';');
  return { cookie: cookie!, 'sec-fetch-site': 'same-origin' };
}
const schedules = (headers: Headers) => api.send('GET', '/api/v1/schedules', undefined, headers);
const create = (headers: Headers) => {
  const body = { name: 'x', schedule: { type: 'CRON', cronExpression: '@daily' } };
  return api.send<{ id: number }>('POST', '/api/v1/schedules', body, headers);
};
const removed = '__Host-shotclock=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict';

describe('POST /session', () => {
  test('exchanges a key for a cookie that scripts and other sites cannot use', async () => {
    const { status, headers, body } = await signIn(key.key!);
    expect(status).toBe(201);
    expect(headers['set-cookie']).toMatch(
      /^__Host-shotclock=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(body).toMatchObject({ id: expect.any(Number), key: { id: key.id, scopes: ['read', 'write'] } });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(12 * 3_600_000);
    expect(JSON.stringify(body)).not.toContain(key.key!.slice(11));
  });

  test('neither stores nor records the token or the key', async () => {
    const { cookie } = await signedIn();
    const token = cookie!.split('=')[1]!;
    for (const table of ['sessions', 'audit_log']) {
      const rows = JSON.stringify(await api.context.db.orm.execute(`select * from ${table}`));
      expect(rows.length, table).toBeGreaterThan(2);
      expect(rows, table).not.toContain(token);
      expect(rows, table).not.toContain(key.key!.slice(11));
    }
    expect(await api.send('GET', path, undefined, { cookie: cookie! })).toMatchObject({ status: 200 });
  });

  test('creates a session that does not outlive the key', async () => {
    const short = await api.createKey();
    await api.context.db.orm.execute(
      `update api_keys set expires_at = now() + interval '1 hour' where id = ${short.id}`,
    );
    const { body } = await signIn(short.key!);
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBeLessThanOrEqual(3_600_000);
  });

  test('rejects an invalid key', async () => {
    const response = await signIn(`sc_${'0'.repeat(43)}2CZclj`);
    expectProblem(response, 'unauthorized');
    expect(response.headers['set-cookie']).toBeUndefined();
    expectProblem(await signIn('x'), 'unauthorized');
  });

  test("ends the key's oldest session if it has more than 50, but does not end sessions of other keys", async () => {
    const busy = await api.createKey(['read']);
    const [first, second, other] = [await signedIn(busy), await signedIn(busy), await signedIn()];
    await api.context.db.orm.execute(
      `insert into sessions (account_id, api_key_id, hash, expires_at)
       select account_id, id, 'h' || n, now() + interval '1 hour' from api_keys, generate_series(1, 48) n where id = ${busy.id}`,
    );
    const third = await signedIn(busy);
    expectProblem(await schedules(first), 'unauthorized');
    for (const headers of [second, third, other]) expect((await schedules(headers)).status).toBe(200);
  });

  test('rejects more than 30 sign-ins per minute with a key, without affecting other keys', async () => {
    const busy = await api.createKey(['read']);
    for (let n = 0; n < 30; n += 1) expect((await signIn(busy.key!)).status).toBe(201);
    const refused = await signIn(busy.key!);
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(key.key!)).status).toBe(201);
  });

  test('rejects a body larger than 4 KiB without parsing it', async () => {
    const unknown = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1])));
    const few = await api.send('POST', path, unknown(400), { origin });
    expect(expectProblem(few, 'validation_failed').errors, 'all errors').toHaveLength(401);
    expectProblem(await api.send('POST', path, unknown(500), { origin }), 'payload_too_large');
    expectProblem(await api.send('POST', path, '['.repeat(5_000), { origin }), 'payload_too_large');
  });

  test('rejects requests from pages on other origins', async () => {
    const others: Headers[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:4000' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of others) expectProblem(await signIn(key.key!, headers), 'forbidden');
    expect((await api.send('POST', path, { key: key.key })).status, 'no browser').toBe(201);
  });
});

describe('a request with a session', () => {
  test("has the key's permissions", async () => {
    const headers = await signedIn();
    const { body } = await api.send<Me>('GET', '/api/v1/me', undefined, headers);
    expect(body).toMatchObject({ account: { id: 1 }, key: { id: key.id }, scopes: ['read', 'write'] });
    expect((await schedules(headers)).status).toBe(200);
    expect((await create(headers)).status).toBe(201);
    expectProblem(await api.send('GET', '/api/v1/api-keys', undefined, headers), 'forbidden');
    const { headers: answered } = await schedules(headers);
    expect(String(answered.vary)).toContain('Cookie');
  });

  test('may write only from a page on this server', async () => {
    const { cookie } = await signedIn();
    const statuses = async (more: Headers) => (await create({ cookie: cookie!, ...more })).status;
    expect(await statuses({ 'sec-fetch-site': 'same-origin', origin })).toBe(201);
    // A browser without fetch metadata.
    expect(await statuses({ origin })).toBe(201);
    const refused: Headers[] = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:4000' },
      { 'sec-fetch-site': 'same-site', origin },
      { 'sec-fetch-site': 'cross-site', origin },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of refused) expect(await statuses(headers), JSON.stringify(headers)).toBe(403);
  });

  test('may read from a page on this server, from the address bar or through a link', async () => {
    const { cookie } = await signedIn();
    const statuses = async (more: Headers) => (await schedules({ cookie: cookie!, ...more })).status;
    const document = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await statuses({})).toBe(200);
    expect(await statuses({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await statuses({ 'sec-fetch-site': 'none', ...document })).toBe(200);
    expect(await statuses({ 'sec-fetch-site': 'same-site', ...document })).toBe(200);
    for (const site of ['same-site', 'cross-site']) {
      expect(await statuses({ 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' })).toBe(403);
      expect(await statuses({ 'sec-fetch-site': site, ...document, 'sec-fetch-dest': 'iframe' })).toBe(403);
    }
  });

  test('uses the key in its header if there is one', async () => {
    const headers = await signedIn();
    const other = await api.createKey(['admin']);
    const { body } = await api.send<Me>('GET', '/api/v1/me', undefined, { ...headers, ...other.headers });
    expect(body.key?.id).toBe(other.id);
    // A cross-origin request with a key does not need a session.
    const foreign = { ...headers, ...other.headers, 'sec-fetch-site': 'cross-site' };
    expect((await api.send('GET', '/api/v1/me', undefined, foreign)).status).toBe(200);
    const wrong = { ...headers, authorization: 'Bearer x' };
    expectProblem(await api.send('GET', '/api/v1/me', undefined, wrong), 'unauthorized');
  });

  test('is recorded together with its session', async () => {
    const headers = await signedIn();
    const { body: session } = await api.send<Session>('GET', path, undefined, headers);
    const { id } = (await create(headers)).body;
    const admin = await api.createKey(['admin']);
    const log = `/api/v1/audit-log?resourceType=SCHEDULE&resourceId=${id}`;
    const { body } = await api.send<Page<AuditEntry>>('GET', log, undefined, admin.headers);
    expect(body.content).toMatchObject([
      { action: 'createSchedule', actor: 'SESSION', sessionId: session.id, apiKeyId: key.id },
    ]);
  });

  test('is rejected if the token is unknown, and the cookie is removed', async () => {
    const response = await schedules({ cookie: `a=b; __Host-shotclock=${'x'.repeat(43)}` });
    expectProblem(response, 'unauthorized');
    expect(response.headers['set-cookie']).toBe(removed);
    // The value is not a token, so the request is treated as if it had no cookie.
    expectProblem(await schedules({ cookie: '__Host-shotclock=x' }), 'unauthorized');
    expectProblem(await schedules({ cookie: `shotclock=${'x'.repeat(43)}` }), 'unauthorized');
  });
});

describe('a session', () => {
  test('is described', async () => {
    const headers = await signedIn();
    const { status, body } = await api.send<Session>('GET', path, undefined, headers);
    expect(status).toBe(200);
    expect(body.key.id).toBe(key.id);
    expectProblem(await api.send('GET', path, undefined, key.headers), 'not_found');
    expectProblem(await api.send('DELETE', path, undefined, key.headers), 'not_found');
  });

  test('ends when it is deleted', async () => {
    const [headers, other] = [await signedIn(), await signedIn()];
    const { status, headers: answered } = await api.send('DELETE', path, undefined, headers);
    expect([status, answered['set-cookie']]).toEqual([204, removed]);
    const refused = await schedules(headers);
    expect(expectProblem(refused, 'unauthorized').detail).toBe('The session has ended. Sign in again.');
    expect(refused.headers['set-cookie']).toBe(removed);
    expect((await schedules(other)).status).toBe(200);
  });

  test('ends when its key is revoked', async () => {
    const admin = await api.createKey(['admin']);
    const revoked = await api.createKey();
    const headers = await signedIn(revoked);
    expect((await schedules(headers)).status).toBe(200);
    await api.send('DELETE', `/api/v1/api-keys/${revoked.id}`, undefined, admin.headers);
    expect(expectProblem(await schedules(headers), 'unauthorized').detail).toBe('The API key was revoked.');
  });

  test('ends when it expires', async () => {
    const headers = await signedIn();
    await api.context.db.orm.execute(`update sessions set expires_at = '2020-01-01T00:00:00Z'`);
    expectProblem(await schedules(headers), 'unauthorized');
  });
});
