import type { Account, Me, Page } from '@shotclock/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem } from '../../test-api.fixture.ts';

const open = await createTestApi();
const api = await createTestApi({ needsKeys: true });
afterAll(() => Promise.all([open.close(), api.close()]));

const path = '/api/v1/accounts';
let operator: Record<string, string>;
beforeAll(async () => {
  operator = (await api.createKey(['admin'])).headers;
});

const create = (name: string) => api.send<Account>('POST', path, { name }, operator);

test('accounts are created, read, listed and renamed', async () => {
  const { status, headers, body } = await create('Acme');
  expect(status).toBe(201);
  expect(headers.location).toBe(`http://localhost:3000${path}/${body.id}`);
  const limits = {
    ...{ runningCaptures: null, waitingCaptures: null, capturesPerDay: null },
    ...{ schedules: null, storedBytes: null, itemBytes: null },
  };
  expect(body).toEqual({ id: body.id, name: 'Acme', limits, createdAt: expect.any(String) });
  const one = `${path}/${body.id}`;
  expect((await api.send('GET', one, undefined, operator)).body).toEqual(body);
  const renamed = await api.send('PATCH', one, { name: 'Acme GmbH' }, operator);
  expect(renamed.body).toEqual({ ...body, name: 'Acme GmbH' });
  const stale = { ...operator, 'if-match': String(headers.etag) };
  expectProblem(await api.send('PATCH', one, { name: 'Old' }, stale), 'precondition_failed');
  const listed = await api.send<Page<Account>>('GET', `${path}?sort=id,asc`, undefined, operator);
  expect(listed.body.content.map(({ name }) => name)).toEqual(['default', 'Acme GmbH']);
});

test('names must be a single line of printable text', async () => {
  expect((await create("Ænima — l'été 日本 👍")).status).toBe(201);
  const { errors } = expectProblem(await create('a\nb'), 'validation_failed');
  expect(errors).toEqual([
    { path: '/name', code: 'invalid_text', message: 'must be one line of printable text, and not blank' },
  ]);
});

test("an account's keys can see and rename only that account, and cannot create accounts", async () => {
  const { body: account } = await create('Customer');
  const { headers } = await api.createKey(['admin'], account.id);
  const listed = await api.send<Page<Account>>('GET', path, undefined, headers);
  expect(listed.body.content).toEqual([account]);
  expectProblem(await api.send('GET', `${path}/1`, undefined, headers), 'not_found');
  expectProblem(await api.send('PATCH', `${path}/1`, { name: 'x' }, headers), 'not_found');
  expectProblem(await api.send('POST', path, { name: 'x' }, headers), 'forbidden');
  expect((await api.send('PATCH', `${path}/${account.id}`, { name: 'Own' }, headers)).status).toBe(200);
});

test('GET /me describes the account and the key', async () => {
  const { headers, key: _key, ...key } = await api.createKey(['write']);
  const { body } = await api.send<Me>('GET', '/api/v1/me', undefined, headers);
  expect(body).toMatchObject({ account: { id: 1, name: 'default' }, scopes: ['write'] });
  expect(body.key).toMatchObject({ id: key.id, prefix: key.prefix });
});

test('without authentication, requests act for the default account with all scopes', async () => {
  const { body } = await open.send<Me>('GET', '/api/v1/me');
  expect(body).toMatchObject({ account: { id: 1 }, key: null, scopes: ['read', 'write', 'admin'] });
  expect((await open.send('POST', path, { name: 'Second' })).status).toBe(201);
});
