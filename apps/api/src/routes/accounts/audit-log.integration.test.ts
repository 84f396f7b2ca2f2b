import type { AuditEntry, CreatedApiKey, Me, Page, Schedule } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem } from '../../test-api.fixture.ts';

const api = await createTestApi({ trustProxy: '10.0.0.0/8,127.0.0.1', needsKeys: true });
afterAll(() => api.close());

type Key = Awaited<ReturnType<typeof api.createKey>>;
let operator: Key;
let customer: Key;
beforeAll(async () => {
  operator = await api.createKey(['read', 'write', 'admin']);
  const { accountId } = await api.otherAccount();
  customer = await api.createKey(['read', 'write', 'admin'], accountId);
});

const list = async (query: string, { headers } = operator) => {
  const response = await api.send<Page<AuditEntry>>('GET', `/api/v1/audit-log?${query}`, undefined, headers);
  expect(response.status, query).toBe(200);
  return response.body;
};
const schedule = { type: 'CRON', cronExpression: '@daily' };
const createSchedule = (headers: Record<string, string>) =>
  api.send<Schedule>('POST', '/api/v1/schedules', { name: 'Mine', schedule }, headers);

describe('GET /audit-log', () => {
  test('records who changed what, when and from where', async () => {
    const headers = { ...customer.headers, 'x-request-id': 'creation', 'x-forwarded-for': '203.0.113.7' };
    const { id } = (await createSchedule(headers)).body;
    const { content, totalElements } = await list(`resourceType=SCHEDULE&resourceId=${id}`, customer);
    expect(totalElements).toBe(1);
    expect(content).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.any(String),
        accountId: customer.accountId,
        action: 'createSchedule',
        resourceType: 'SCHEDULE',
        resourceId: id,
        fields: ['name', 'schedule'],
        actor: 'API_KEY',
        apiKeyId: customer.id,
        sessionId: null,
        clientAddress: '203.0.113.7',
        requestId: 'creation',
      },
    ]);
  });

  test('with expand=resourceName includes the names of the resources', async () => {
    const { headers } = customer;
    const items = [{ url: 'https://example.com/' }];
    const body = { name: 'Named', schedule, items };
    const created = (await api.send<Schedule>('POST', '/api/v1/schedules', body, headers)).body;
    const path = `/api/v1/schedules/${created.id}`;
    const run = (await api.send<{ id: number }>('POST', `${path}/run`, undefined, headers)).body;
    await api.send('DELETE', `${path}/items/${created.items[0]!.id}`, undefined, headers);
    await api.send('DELETE', path, undefined, headers);
    const key = { name: 'Reports', scopes: ['read'] };
    const { id, prefix } = (await api.send<CreatedApiKey>('POST', '/api/v1/api-keys', key, headers)).body;
    const namesOf = async (type: string, resourceId: number) => {
      const query = `resourceType=${type}&resourceId=${resourceId}&expand=resourceName`;
      const { content } = await list(query, customer);
      expect((await list(query.replace(/&expand.*/, ''), customer)).content[0]).not.toHaveProperty(
        'resourceName',
      );
      return new Set(content.map(({ resourceName }) => resourceName));
    };
    expect(await namesOf('SCHEDULE', created.id)).toEqual(new Set(['Named']));
    expect(await namesOf('EXECUTION', run.id)).toEqual(new Set(['Named']));
    expect(await namesOf('ITEM', created.items[0]!.id)).toEqual(new Set(['https://example.com/']));
    expect(await namesOf('API_KEY', id)).toEqual(new Set([prefix]));
  });

  test('records the creation and revocation of keys', async () => {
    const { headers } = operator;
    const send = (method: 'POST' | 'DELETE', path: string, body?: object) =>
      api.send<CreatedApiKey>(method, `/api/v1/api-keys${path}`, body, headers);
    const { id: first } = (await send('POST', '', { name: 'One', scopes: ['read'] })).body;
    const { id: second } = (await send('POST', `/${first}/rotate`, {})).body;
    await send('DELETE', `/${second}`);
    const ofKey = async (id: number) => {
      const { content } = await list(`resourceType=API_KEY&resourceId=${id}&sort=id,asc`);
      return content.map(({ action }) => action);
    };
    expect(await ofKey(first)).toEqual(['createApiKey', 'rotateApiKey']);
    expect(await ofKey(second)).toEqual(['rotateApiKey', 'revokeApiKey']);
  });

  test('contains no entry for a request that fails, only reads, or changes nothing', async () => {
    const before = (await list('')).totalElements;
    await createSchedule({ ...operator.headers, authorization: 'Bearer x' });
    await api.send('POST', '/api/v1/schedules', { name: 'x' }, operator.headers);
    await api.send('DELETE', '/api/v1/schedules/999', undefined, operator.headers);
    await api.send('POST', '/api/v1/schedules/preview', { schedule }, operator.headers);
    const { account } = (await api.send<Me>('GET', '/api/v1/me', undefined, operator.headers)).body;
    for (const same of [{}, { name: account.name }, { limits: { schedules: account.limits.schedules } }])
      expect((await api.send('PATCH', '/api/v1/accounts/1', same, operator.headers)).status).toBe(200);
    expect((await list('')).totalElements).toBe(before);
  });

  test('contains only one entry for a repeated request', async () => {
    const headers = { ...operator.headers, 'idempotency-key': 'once', 'x-request-id': 'once' };
    const [first, again] = [await createSchedule(headers), await createSchedule(headers)];
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await list(`resourceType=SCHEDULE&resourceId=${first.body.id}`)).totalElements).toBe(1);
  });

  test('can be filtered', async () => {
    await api.send('PATCH', '/api/v1/accounts/1', { name: 'Operator' }, operator.headers);
    await createSchedule(customer.headers);
    const day = new Date().toISOString().slice(0, 10);
    const selections: [string, (entry: AuditEntry) => boolean][] = [
      ['action=updateAccount', ({ action }) => action === 'updateAccount'],
      [`apiKeyId=${customer.id}`, ({ apiKeyId }) => apiKeyId === customer.id],
      [`accountId=${customer.accountId}`, ({ accountId }) => accountId === customer.accountId],
      ['actor=API_KEY&resourceType=ACCOUNT', ({ resourceType }) => resourceType === 'ACCOUNT'],
      [`from=${day}`, () => true],
    ];
    for (const [query, matches] of selections) {
      const { content } = await list(`${query}&size=200`);
      expect(content.length, query).toBeGreaterThan(0);
      expect(content.every(matches), query).toBe(true);
    }
    for (const query of ['actor=SESSION', 'action=x', 'to=2020-01-01', 'resourceId=99999999'])
      expect((await list(query)).totalElements, query).toBe(0);
  });

  test('can be read with a cursor', async () => {
    const { totalElements } = await list('');
    const ids: number[] = [];
    let cursor: string | null | undefined = '';
    while (cursor !== null && cursor !== undefined) {
      const page: Page<AuditEntry> = await list(`size=2&cursor=${encodeURIComponent(cursor)}`);
      ids.push(...page.content.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(ids).size).toBe(totalElements);
  });

  test('requires the admin scope', async () => {
    const { headers } = await api.createKey(['read', 'write']);
    expectProblem(await api.send('GET', '/api/v1/audit-log', undefined, headers), 'forbidden');
  });
});

describe('a customer', () => {
  test('lists only the entries of its own account', async () => {
    await createSchedule(operator.headers);
    const { content } = await list('size=200', customer);
    expect(content.length).toBeGreaterThan(0);
    expect(content.every(({ accountId }) => accountId === customer.accountId)).toBe(true);
    expect((await list('accountId=1', customer)).totalElements).toBe(0);
  });

  test('shows what the operator did, but not which key was used or from where', async () => {
    const body = { name: 'By the operator', scopes: ['read'], accountId: customer.accountId };
    const created = await api.send<CreatedApiKey>('POST', '/api/v1/api-keys', body, operator.headers);
    const query = `resourceType=API_KEY&resourceId=${created.body.id}`;
    const [full] = (await list(query)).content;
    expect(full).toMatchObject({ apiKeyId: operator.id, clientAddress: '127.0.0.1' });
    const { content } = await list(query, customer);
    expect(content).toEqual([{ ...full, apiKeyId: null, clientAddress: null }]);
    expect((await list(`apiKeyId=${operator.id}`, customer)).totalElements).toBe(0);
  });
});
