import type { ApiKey, CreatedApiKey, Me, Page } from '@shotclock/contracts';
import { deleteEndedApiKeys } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestResponse } from '../../test-api.fixture.ts';

const api = await createTestApi({ needsKeys: true });
afterAll(() => api.close());

const keysPath = '/api/v1/api-keys';
let operator: Record<string, string>;
let customer: { accountId: number; headers: Record<string, string> };

beforeAll(async () => {
  operator = (await api.createKey(['read', 'admin'])).headers;
  const { accountId } = await api.otherAccount();
  customer = { accountId, headers: (await api.createKey(['read', 'admin'], accountId)).headers };
});

function create(body: object, headers = operator): Promise<TestResponse<CreatedApiKey>> {
  return api.send('POST', keysPath, { name: 'Archive', scopes: ['read'], ...body }, headers);
}
const me = (key: string) => api.send<Me>('GET', '/api/v1/me', undefined, { 'x-api-key': key });

describe('POST /api-keys', () => {
  test('returns the key only once', async () => {
    const { status, headers, body } = await create({});
    expect(status).toBe(201);
    expect(headers.location).toBe(`http://localhost:3000${keysPath}/${body.id}`);
    expect(headers.etag).toBeUndefined();
    expect(body).toMatchObject({ name: 'Archive', scopes: ['read'], expiresAt: null, revokedAt: null });
    expect(body.rotatedAt).toBeNull();
    expect(body.key).toMatch(/^sc_[0-9A-Za-z]{49}$/);
    expect(body.key!.startsWith(body.prefix)).toBe(true);
    const { key, ...rest } = body;
    const read = await api.send(`GET`, `${keysPath}/${body.id}`, undefined, operator);
    expect(read.body).toEqual(rest);
    expect(read.bytes.toString()).not.toContain(key!.slice(12));
    expect((await me(key!)).body).toMatchObject({
      account: { id: 1 },
      key: { id: body.id },
      scopes: ['read'],
    });
  });

  test('does not store the key', async () => {
    const { body } = await create({}, { ...operator, 'idempotency-key': 'stored' });
    const tables = await api.context.db.orm.execute(
      `select query_to_xml('select * from ' || quote_ident(t), true, true, '')::text as text
       from unnest(array['api_keys', 'idempotency_keys', 'accounts']) t`,
    );
    const text = JSON.stringify(tables);
    expect(text).toContain(body.prefix);
    expect(text).not.toContain(body.key!.slice(11));
  });

  test('is replayed without the key', async () => {
    const headers = { ...operator, 'idempotency-key': 'replayed' };
    const first = await create({}, headers);
    const second = await create({}, headers);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toEqual({ ...first.body, key: null });
  });

  test('rejects invalid bodies', async () => {
    const errors = [
      [{ scopes: [] }, '/scopes too_few_items'],
      [{ scopes: ['read', 'read'] }, '/scopes duplicate_items'],
      [{ scopes: ['root'] }, '/scopes/0 invalid_value'],
      [{ name: '' }, '/name too_short'],
      ...['a\nb', '\u001b[2J', '\u0007', '\u009b', 'a\u2028b', '\u202eb', '\u2066', '\t'].map(
        (name) => [{ name }, '/name invalid_text'] as const,
      ),
      [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt in_the_past'],
      [{ key: 'sc_mine' }, '/key unknown_field'],
    ] as const;
    for (const [body, error] of errors) {
      const problem = expectProblem(await create(body), 'validation_failed');
      expect(problem.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([error]);
    }
  });

  test('creates keys for other accounts only if the request uses a key of the default account', async () => {
    const created = await create({ accountId: customer.accountId });
    expect((await me(created.body.key!)).body.account.id).toBe(customer.accountId);
    expectProblem(await create({ accountId: 999 }), 'not_found');
    expectProblem(await create({ accountId: 1 }, customer.headers), 'not_found');
    expect((await create({}, customer.headers)).body.accountId).toBe(customer.accountId);
  });
});

describe('DELETE /api-keys/{id}', () => {
  test('rejects all subsequent requests with the key', async () => {
    const { body } = await create({});
    expect((await me(body.key!)).status).toBe(200);
    expect((await api.send('DELETE', `${keysPath}/${body.id}`, undefined, operator)).status).toBe(204);
    expect(expectProblem(await me(body.key!), 'unauthorized').detail).toBe('The API key was revoked.');
    const revoked = () => api.send<ApiKey>('GET', `${keysPath}/${body.id}`, undefined, operator);
    const { revokedAt } = (await revoked()).body;
    expect(revokedAt).not.toBeNull();
    expect((await api.send('DELETE', `${keysPath}/${body.id}`, undefined, operator)).status).toBe(204);
    expect((await revoked()).body.revokedAt).toBe(revokedAt);
  });

  test('honors If-Match', async () => {
    const { body } = await create({});
    const remove = (etag: string) =>
      api.send('DELETE', `${keysPath}/${body.id}`, undefined, { ...operator, 'if-match': etag });
    expectProblem(await remove('"other"'), 'precondition_failed');
    const { etag } = (await api.send('GET', `${keysPath}/${body.id}`, undefined, operator)).headers;
    expect((await remove(String(etag))).status).toBe(204);
  });
});

describe('POST /api-keys/{id}/rotate', () => {
  const rotate = (id: number, body: object, headers = operator) =>
    api.send<CreatedApiKey>('POST', `${keysPath}/${id}/rotate`, body, headers);

  test('creates a key with the same properties and lets the previous key expire after the overlap', async () => {
    const { body: previous } = await create({ accountId: customer.accountId, scopes: ['read', 'write'] });
    const { status, body: next } = await rotate(previous.id, { overlapSeconds: 3_600 });
    expect(status).toBe(201);
    expect(next).toMatchObject({ accountId: customer.accountId, name: 'Archive', scopes: ['read', 'write'] });
    expect(next.key).not.toBe(previous.key);
    for (const { key } of [previous, next]) expect((await me(key!)).status).toBe(200);
    const { expiresAt, rotatedAt } = (
      await api.send<ApiKey>('GET', `${keysPath}/${previous.id}`, undefined, operator)
    ).body;
    const seconds = (Date.parse(expiresAt!) - Date.now()) / 1_000;
    expect(Math.abs(seconds - 3_600)).toBeLessThan(60);
    expect([rotatedAt, next.rotatedAt]).toEqual([expect.any(String), null]);
    expect(Date.parse(expiresAt!) - Date.parse(rotatedAt!)).toBe(3_600_000);
  });

  test('without an overlap, revokes the previous key immediately', async () => {
    const { body } = await create({});
    expect((await me(body.key!)).status).toBe(200);
    const { body: next } = await rotate(body.id, { overlapSeconds: 0 });
    expectProblem(await me(body.key!), 'unauthorized');
    expect((await me(next.key!)).status).toBe(200);
    expectProblem(await rotate(body.id, {}), 'conflict');
  });

  test('rejects a key that was already rotated', async () => {
    const { body } = await create({});
    expect((await rotate(body.id, {})).status).toBe(201);
    const { detail } = expectProblem(await rotate(body.id, {}), 'conflict');
    expect(detail).toBe(`The API key ${body.id} has already been rotated.`);
  });
});

test("limits an account's valid keys, and its rotated keys during their overlap", async () => {
  const { accountId } = await api.otherAccount();
  const { headers, id } = await api.createKey(['admin'], accountId);
  api.context.limits = { ...api.context.limits, maxApiKeysPerAccount: 3 };
  const created = await Promise.all(Array.from({ length: 6 }, () => create({}, headers)));
  expect(created.filter(({ status }) => status === 201)).toHaveLength(2);
  const { detail } = expectProblem(created.find(({ status }) => status !== 201)!, 'conflict');
  expect(detail).toBe("The account's limit is 3 valid API keys. Revoke a key first.");
  const rotate = (key: number, body = {}) =>
    api.send<CreatedApiKey>('POST', `${keysPath}/${key}/rotate`, body, headers);
  let last = created.find(({ status }) => status === 201)!.body.id;
  for (let n = 0; n < 3; n += 1) last = (await rotate(last)).body.id;
  expect(expectProblem(await rotate(last), 'conflict').detail).toContain('3 rotated API keys');
  last = (await rotate(last, { overlapSeconds: 0 })).body.id;
  expectProblem(await create({}, headers), 'conflict');
  expect((await api.send('DELETE', `${keysPath}/${last}`, undefined, headers)).status).toBe(204);
  expect((await create({}, headers)).status).toBe(201);
  api.context.limits = { ...api.context.limits, maxApiKeysPerAccount: 100 };
  expect((await rotate(id)).status).toBe(201);
});

test('a key cannot create a key that expires later than itself', async () => {
  const expiresAt = '2100-01-01T00:00:00.000Z';
  const { body: short } = await create({ scopes: ['admin'], expiresAt });
  const headers = { 'x-api-key': short.key! };
  for (const later of [null, '2100-01-01T00:00:00.001Z'])
    expectProblem(await create({ expiresAt: later }, headers), 'validation_failed', [
      '/expiresAt out_of_range',
    ]);
  for (const body of [{}, { expiresAt }])
    expect((await create(body, headers)).body.expiresAt, JSON.stringify(body)).toBe(expiresAt);
  const rotate = (id: number) => api.send<CreatedApiKey>('POST', `${keysPath}/${id}/rotate`, {}, headers);
  expectProblem(await rotate((await create({})).body.id), 'forbidden');
  expect((await rotate(short.id)).body.expiresAt).toBe(expiresAt);
});

test('keys are deleted 90 days after they expire or are revoked, unless they have sessions', async () => {
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push((await create({})).body.id);
  const [revoked, expired, recent, signedIn] = ids;
  const { db } = api.context;
  const end = (id: number | undefined, column: string, days: number) =>
    db.orm.execute(`update api_keys set ${column} = now() - interval '${days} days' where id = ${id}`);
  await end(revoked, 'revoked_at', 91);
  for (const [id, days] of [
    [expired, 91],
    [recent, 89],
    [signedIn, 91],
  ] as const)
    await end(id, 'expires_at', days);
  await db.orm.execute(
    `insert into sessions (account_id, api_key_id, hash, expires_at) values (1, ${signedIn}, 'x', now())`,
  );
  expect(await deleteEndedApiKeys({ db })).toBe(2);
  const found = ids.map(
    async (id) => (await api.send('GET', `${keysPath}/${id}`, undefined, operator)).status,
  );
  expect(await Promise.all(found)).toEqual([404, 404, 200, 200]);
});

test("an account's keys can manage only the keys of that account", async () => {
  const { body: theirs } = await create({});
  const { body: own } = await create({}, customer.headers);
  const { headers } = customer;
  expectProblem(await api.send('GET', `${keysPath}/${theirs.id}`, undefined, headers), 'not_found');
  expectProblem(await api.send('DELETE', `${keysPath}/${theirs.id}`, undefined, headers), 'not_found');
  expectProblem(await api.send('POST', `${keysPath}/${theirs.id}/rotate`, {}, headers), 'not_found');
  expect((await api.send('GET', `${keysPath}/${own.id}`, undefined, headers)).status).toBe(200);
  const listed = await api.send<Page<ApiKey>>('GET', `${keysPath}?size=200`, undefined, headers);
  expect(new Set(listed.body.content.map(({ accountId }) => accountId))).toEqual(
    new Set([customer.accountId]),
  );
  const all = await api.send<Page<ApiKey>>('GET', `${keysPath}?size=200`, undefined, operator);
  expect(all.body.content.map(({ accountId }) => accountId)).toEqual(
    expect.arrayContaining([1, customer.accountId]),
  );
});
