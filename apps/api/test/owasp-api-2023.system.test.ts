// The items of the OWASP API Security Top 10 (2023), by number, tested for every route to which they apply. The underlying
// mechanisms have their own tests: API1 in isolation.system.test.ts, API2 in identity/authentication.integration.test.ts, API4 in
// account-limits.test.ts and in the tests in limits/, and API7 and API10 in the packages egress and capture.
import type { Account, KeyScope } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, png } from '../src/test-api.fixture.ts';
import { type DocumentedRoute, documentedRoutes, pathOf, sampleOf } from './documented-routes.fixture.ts';

const api = await createTestApi({ needsKeys: true });
afterAll(() => api.close());
const allRoutes = documentedRoutes(api.app);
const routes = allRoutes.filter(({ isPublic }) => !isPublic);

type Headers = Record<string, string>;
let keyOf: Record<KeyScope, Headers>;
let all: Headers;
beforeAll(async () => {
  const only = async (scope: KeyScope) => (await api.createKey([scope])).headers;
  keyOf = { read: await only('read'), write: await only('write'), admin: await only('admin') };
  all = (await api.createKey(['read', 'write', 'admin'])).headers;
});

function send(route: DocumentedRoute, headers: Headers, body = sampleBody(route)) {
  return api.send(route.method, pathOf(route, { id: '999', screenshotId: '999', scheduleId: '999' }), body, {
    ...headers,
    prefer: 'respond-async',
  });
}
const sampleBody = ({ body }: DocumentedRoute) => (body ? sampleOf(body, false) : undefined);

const daily = { name: 'x', schedule: { type: 'CRON', cronExpression: '@daily' } };
async function createSchedule(headers: Headers): Promise<number> {
  const { status, body } = await api.send<{ id: number }>('POST', '/api/v1/schedules', daily, headers);
  expect(status).toBe(201);
  return body.id;
}

/** The scopes that each route requires, except for routes that any key may use. */
function scopesOf({ method, path }: DocumentedRoute): KeyScope[] {
  if (path === '/api/v1/me' || path === '/api/v1/session') return [];
  if (/^\/api\/v1\/(accounts|api-keys|audit-log|sessions(?=$|\/)|system|wallet\/top-ups)/.test(path))
    return ['admin'];
  if (method === 'POST' && path === '/api/v1/feeds') return ['read', 'write'];
  if (/\/(share|time-lapse|destinations\/\{id\}\/test)$/.test(path)) return ['read', 'write'];
  return [method === 'GET' || path.endsWith('/preview') ? 'read' : 'write'];
}

describe('API1:2023 broken object level authorization', () => {
  test('a key cannot access the resources of another account', async () => {
    const created = await createSchedule(all);
    const { accountId } = await api.otherAccount();
    const other = (await api.createKey(['read', 'write', 'admin'], accountId)).headers;
    const path = `/api/v1/schedules/${created}`;
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
      expectProblem(await api.send(method, path, body, other), 'not_found');
    expect((await api.send('GET', '/api/v1/schedules', undefined, other)).body).toMatchObject({
      content: [],
    });
    expect((await api.send('GET', path, undefined, all)).body).toMatchObject({ name: 'x' });
  });
});

describe('API2:2023 broken authentication', () => {
  test('a key that is missing, altered, expired, revoked or in the URL is rejected', async () => {
    const { key, id } = await api.createKey(['read']);
    const list = (headers: Headers, query = '') =>
      api.send('GET', `/api/v1/schedules${query}`, undefined, headers);
    expect((await list({ 'x-api-key': key! })).status).toBe(200);
    const altered = key!.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const wrong: Headers[] = [
      {},
      { 'x-api-key': altered },
      { 'x-api-key': key!.slice(0, -1) },
      { authorization: `Basic ${btoa(`${key}:`)}` },
      { authorization: `Bearer ${key}`, 'x-api-key': altered },
      { cookie: `key=${key}` },
    ];
    for (const headers of wrong) expectProblem(await list(headers), 'unauthorized');
    expectProblem(await list({}, `?key=${key}&access_token=${key}`), 'unauthorized');

    const expired = await api.createKey(['read']);
    await api.context.db.orm.execute(
      `update api_keys set expires_at = now() - interval '1 second' where id = ${expired.id}`,
    );
    expectProblem(await list(expired.headers), 'unauthorized');
    expect((await api.send('DELETE', `/api/v1/api-keys/${id}`, undefined, all)).status).toBe(204);
    expectProblem(await list({ 'x-api-key': key! }), 'unauthorized');
  });
});

describe('API3:2023 broken object property level authorization', () => {
  test.each(routes.filter(({ body }) => body?.properties !== undefined))(
    '$name rejects undocumented properties',
    async (route) => {
      for (const property of ['accountId', 'id', 'status', 'createdAt', 'scopes', 'hash', '__proto__']) {
        if (Object.hasOwn(route.body!.properties!, property)) continue;
        const body = JSON.stringify(sampleBody(route)).replace('{', `{"${property}":1,`).replace(',}', '}');
        const problem = expectProblem(await send(route, all, body), 'validation_failed');
        const codes = problem.errors?.map(({ path, code }) => `${path} ${code}`);
        expect(codes, property).toContain(`/${property} unknown_field`);
      }
    },
  );
});

describe('API4:2023 unrestricted resource consumption', () => {
  test('the sizes of bodies, pages and item lists are limited', async () => {
    const page = await api.send('GET', '/api/v1/schedules?size=201', undefined, all);
    expectProblem(page, 'validation_failed', ['/size out_of_range']);
    const large = await api.send('POST', '/api/v1/schedules', ' '.repeat(2 << 20), all);
    expectProblem(large, 'payload_too_large');
    const id = await createSchedule(all);
    const items = Array.from({ length: 6 }, () => ({ url: 'https://example.com/' }));
    const many = await api.send('POST', `/api/v1/schedules/${id}/items`, items, all);
    expectProblem(many, 'validation_failed', [' too_many_items']);
  });

  test('an account cannot start captures or create schedules without limit', async () => {
    const { accountId } = await api.otherAccount();
    const { headers } = await api.createKey(['read', 'write'], accountId);
    const limits = { waitingCaptures: 1, capturesPerDay: 1, schedules: 1 };
    const account = await api.send<Account>('PATCH', `/api/v1/accounts/${accountId}`, { limits }, all);
    expect(account.body.limits).toMatchObject(limits);
    await createSchedule(headers);
    const post = (path: string, body: object) =>
      api.send('POST', `/api/v1/${path}`, body, { ...headers, prefer: 'respond-async' });
    expectProblem(await post('schedules', daily), 'conflict');
    const url = 'https://example.com/';
    expect((await post('screenshots', { url })).status).toBe(202);
    const refused = await post('screenshots', { url });
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectProblem(await post('content-changes', { url }), 'rate_limited');
  });
});

describe('API5:2023 broken function level authorization', () => {
  test.each(routes)('$name requires its scope, and no other scope replaces it', async (route) => {
    const needed = scopesOf(route);
    for (const scope of ['read', 'write', 'admin'] as const) {
      const response = await send(route, keyOf[scope]);
      const isPermitted = needed.every((one) => one === scope);
      if (isPermitted) expect(response.status, scope).not.toBe(403);
      else expectProblem(response, 'forbidden');
    }
    expectProblem(await send(route, {}), 'unauthorized');
  });
});

describe('API6:2023 unrestricted access to sensitive business flows', () => {
  test("a customer's key cannot add credits", async () => {
    const { accountId } = await api.otherAccount();
    const { headers } = await api.createKey(['read', 'write', 'admin'], accountId);
    const topUp = (body: object, key: Headers) =>
      api.send<{ balanceAfter: number }>('POST', '/api/v1/wallet/top-ups', body, key);
    for (const body of [{ amount: 1_000 }, { amount: 1_000, accountId }, { amount: 1_000, accountId: 1 }])
      expectProblem(await topUp(body, headers), 'forbidden');
    expect((await api.send('GET', '/api/v1/wallet', undefined, headers)).body).toMatchObject({
      balance: 1_000,
    });
    expectProblem(await topUp({ amount: 5, accountId: 999_999 }, keyOf.admin), 'not_found');
    expect((await topUp({ amount: 5, accountId }, keyOf.admin)).body.balanceAfter).toBe(1_005);
    const audited = await api.send('GET', '/api/v1/audit-log?action=topUpWallet', undefined, headers);
    expect(audited.body).toMatchObject({
      totalElements: 1,
      content: [{ accountId, resourceType: 'WALLET', resourceId: accountId }],
    });
  });
});

describe('API7:2023 server side request forgery', () => {
  const addresses = [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://2130706433/',
    'http://localhost:5432/',
    'file:///etc/passwd',
    'http://user:password@example.com/',
  ];
  test.each(addresses)('%s is rejected wherever a URL is accepted', async (url) => {
    const timing = { type: 'CRON', cronExpression: '@daily' };
    for (const [path, body] of [
      ['/api/v1/screenshots', { url }],
      ['/api/v1/content-changes', { url }],
      ['/api/v1/schedules', { name: 'x', schedule: timing, items: [{ url }] }],
    ] as const) {
      const { status, body: problem } = await api.send<{ errors: { path: string }[] }>(
        'POST',
        path,
        body,
        all,
      );
      expect(status).toBe(400);
      expect(problem.errors.every((error) => error.path.endsWith('/url'))).toBe(true);
    }
  });
});

describe('API8:2023 security misconfiguration', () => {
  test('every route except the sign-in and public links requires a key', () => {
    const open = allRoutes.filter(({ isPublic }) => isPublic).map(({ name }) => name);
    expect(open).toEqual([
      'POST /api/v1/session',
      'GET /api/v1/shared/{token}',
      'GET /api/v1/shared-feeds/{token}/atom.xml',
      'GET /api/v1/shared-feeds/{token}/feed.json',
      'GET /api/v1/shared-feeds/{token}/changes/{id}/picture.jpg',
    ]);
  });

  test('errors do not contain internal details', async () => {
    for (const route of routes) {
      // The state of the system names its parts to the operator.
      if (route.path === '/api/v1/system') continue;
      const { bytes } = await send(route, all, '{"url":');
      expect(bytes.toString()).not.toMatch(/node_modules|\.ts:|postgres|select |at [A-Z]\w+\./i);
    }
  });

  test('every response has the security headers, even errors', async () => {
    const paths = ['/health/live', '/docs', '/handbook/', '/openapi.json', '/nothing', '/problems/internal'];
    const responses = await Promise.all([
      ...routes.map((route) => send(route, all)),
      ...routes.map((route) => send(route, {})),
      ...paths.map((path) => api.send('GET', path)),
    ]);
    for (const { headers } of responses) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  });

  test('web pages from other origins receive no permissions', async () => {
    const response = await api.send('GET', '/api/v1/schedules', undefined, {
      ...all,
      origin: 'https://attacker.example',
    });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(response.headers['cache-control']).toBe('private, no-cache');
  });
});

describe('API9:2023 improper inventory management', () => {
  test('every route on the server is documented', () => {
    // Each line of the tree contains part of a path, indented by four characters per level.
    const above: string[] = [];
    const paths = api.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?/.exec(line) ?? [];
        above.splice(indent.length / 4, above.length, part);
        return methods === undefined ? [] : [above.join('')];
      })
      .filter((path) => path.startsWith('/api/'));
    expect(new Set(paths).size).toBeGreaterThan(20);
    // The tree shows parameters with several names as `:id|:scheduleId`.
    const documented = new Set(allRoutes.map(({ path }) => path.replaceAll(/\{\w+\}/g, ':')));
    const withoutNames = (path: string) => path.replaceAll(/:[\w|:]+/g, ':');
    expect(paths.filter((path) => !documented.has(withoutNames(path)))).toEqual([]);
  });
});

describe('API10:2023 unsafe consumption of APIs', () => {
  test("captured content cannot run in the API's origin", async () => {
    const created = await api.send<{ id: number }>(
      'POST',
      '/api/v1/screenshots',
      { url: 'https://example.com/', extractHtml: true, extractText: true },
      { ...all, prefer: 'respond-async' },
    );
    await api.work(undefined, { picture: png });
    for (const artifact of ['image', 'html', 'text']) {
      const path = `/api/v1/screenshots/${created.body.id}/${artifact}`;
      const { status, headers } = await api.send('GET', path, undefined, all);
      expect(status, artifact).toBe(200);
      expect(headers['content-security-policy'], artifact).toMatch(/^sandbox; default-src 'none';/);
      expect(headers['x-content-type-options'], artifact).toBe('nosniff');
    }
  });
});
