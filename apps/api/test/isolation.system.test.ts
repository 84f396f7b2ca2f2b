// OWASP API1:2023, broken object level authorization: a key of one account cannot read or change anything in another account, or learn
// anything about it.
import type { Me, Page, Schedule, Screenshot, Session } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../src/test-api.fixture.ts';
import { createResources, type Ids, pathWith } from './created-resources.fixture.ts';
import { type DocumentedRoute, documentedRoutes, sampleOf } from './documented-routes.fixture.ts';

const api = await createTestApi({ needsKeys: true });
afterAll(() => api.close());
const routes = documentedRoutes(api.app).filter(({ isPublic }) => !isPublic);

/** Text in the names and URLs of the first account's resources. */
const marker = 'belongs-to-the-first-account';

type Owner = { accountId: number; headers: Record<string, string> };
let owner: Owner;
let other: Owner;
let owned: Ids;
let own: Ids;

beforeAll(async () => {
  owner = await createOwner(api);
  other = await createOwner(api);
  owned = await createAll(owner, marker);
  own = await createAll(other, 'of-the-second-account');
});

async function createOwner({ otherAccount, createKey }: TestApi): Promise<Owner> {
  const { accountId } = await otherAccount();
  return { accountId, headers: (await createKey(['read', 'write', 'admin'], accountId)).headers };
}

async function createAll({ accountId, headers }: Owner, text: string): Promise<Ids> {
  const ids = await createResources(api, { text, headers });
  const signIn = { key: (await api.createKey(['read'], accountId)).key };
  const session = await api.send<Session>('POST', '/api/v1/session', signIn, headers);
  // The segment after `tiles` is the level of a tile, which is not owned by an account.
  return { ...ids, accounts: accountId, sessions: session.body.id, tiles: 0 };
}

const sampleBody = ({ body }: DocumentedRoute) => (body ? sampleOf(body, false) : undefined);
const async = { prefer: 'respond-async' };

/** All rows of the first account as text, except the time of last use of its keys, which its own requests change. */
async function stateOfOwner(): Promise<string> {
  const tables = await api.context.db.orm.execute<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(8);
  const rows = [];
  for (const { name } of tables)
    rows.push(
      await api.context.db.orm.execute(
        `select '${name}' as name, to_jsonb(t) - 'last_used_at' as row from ${name} t
         where account_id = ${owner.accountId} order by 2`,
      ),
    );
  return JSON.stringify(rows);
}

const withIds = routes.filter(({ ids }) => ids.length > 0);
/** Only the default account can read the state of the system. */
const systemPath = '/api/v1/system';
/** The session route is excluded, because these requests do not have a session (session.integration.test.ts). */
const lists = routes.filter(
  ({ method, path, ids }) =>
    method === 'GET' && ids.length === 0 && path !== '/api/v1/session' && path !== systemPath,
);

describe.each(withIds)('$name', (route) => {
  test('returns 404 for the IDs of another account', async () => {
    const before = await stateOfOwner();
    // The second path refers to a resource of the first account below a resource of the other account.
    const { schedules, screenshots } = own;
    const combinations = [
      owned,
      ...(route.ids.length > 1 ? [{ ...owned, schedules, screenshots } as Ids] : []),
    ];
    for (const ids of combinations) {
      const path = pathWith(route.path, ids);
      const response = await api.send(route.method, path, sampleBody(route), { ...other.headers, ...async });
      expectProblem(response, 'not_found');
      expect(response.bytes.toString()).not.toContain(marker);
      if (route.method !== 'GET') continue;
      expect((await api.send('HEAD', path, undefined, other.headers)).status).toBe(404);
      // A 304 response would reveal whether the resource exists.
      const conditional = { ...other.headers, 'if-none-match': '*', range: 'bytes=0-0' };
      expect((await api.send('GET', path, undefined, conditional)).status).toBe(404);
    }
    expect(await stateOfOwner()).toBe(before);
  });

  test('returns the same response as for an ID that does not exist', async () => {
    const missing = Object.fromEntries(Object.keys(owned).map((segment) => [segment, 999_999_999]));
    const details = [];
    for (const ids of [owned, missing]) {
      const path = pathWith(route.path, ids);
      const response = await api.send(route.method, path, sampleBody(route), { ...other.headers, ...async });
      details.push(expectProblem(response, 'not_found').detail.replaceAll(/\d+/g, 'N'));
    }
    expect(details[0]).toBe(details[1]);
  });
});

describe.each(lists)('$name', ({ path }) => {
  test('contains no records of another account', async () => {
    const read = async (query: string) => {
      const response = await api.send<Partial<Page<unknown>>>('GET', path + query, undefined, other.headers);
      expect(response.status).toBe(200);
      expect(response.bytes.toString()).not.toContain(marker);
      return response.body;
    };
    const { totalElements, content } = await read('');
    // The list contains only records of this account, so the total must not count others.
    if (content) expect(totalElements).toBe(content.length);
  });
});

test('the state of the system is not visible to an account', async () => {
  expectProblem(await api.send('GET', systemPath, undefined, other.headers), 'forbidden');
});

test('list filters treat IDs of another account as unknown', async () => {
  for (const path of ['executions', 'screenshots', 'content-changes', 'activity/screenshots']) {
    const query = `?scheduleId=${owned.schedules}`;
    const { status, body } = await api.send('GET', `/api/v1/${path}${query}`, undefined, other.headers);
    expect([path, status, body]).toMatchObject([path, 200, { content: [], totalElements: 0 }]);
  }
});

test('a new account is empty, regardless of the data of other accounts', async () => {
  const { headers } = await createOwner(api);
  const read = async (path: string) => (await api.send('GET', `/api/v1${path}`, undefined, headers)).body;
  const { limits } = (await read('/me')) as Me;
  expect(Object.values(limits).map(({ used }) => used)).toEqual(Object.values(limits).map(() => 0));
  expect(await read('/wallet')).toMatchObject({ balance: 1_000 });
  for (const path of ['/schedules', '/executions', '/screenshots', '/content-changes'])
    expect([path, await read(path)]).toMatchObject([path, { content: [], totalElements: 0 }]);
});

test("a cursor from another account is only a position in the account's own list", async () => {
  const read = async ({ headers }: Owner, cursor: string) => {
    const path = `/api/v1/screenshots?sort=id,asc&size=1&cursor=${encodeURIComponent(cursor)}`;
    return (await api.send<Page<Screenshot>>('GET', path, undefined, headers)).body;
  };
  const { nextCursor } = await read(owner, '');
  expect(nextCursor).toEqual(expect.any(String));
  const { content } = await read(other, nextCursor!);
  expect(content).not.toEqual([]);
  expect(JSON.stringify(content)).not.toContain(marker);
});

test('the same idempotency key has separate responses in two accounts', async () => {
  const body = { name: 'x', schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' } };
  const create = ({ headers }: Owner) =>
    api.send<Schedule>('POST', '/api/v1/schedules', body, { ...headers, 'idempotency-key': 'of-both' });
  const [first, second, again] = [await create(owner), await create(other), await create(other)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).not.toBe(first.body.id);
  expect(again.body).toEqual(second.body);
});

test('a body cannot refer to resources of another account', async () => {
  const send = (path: string, body: object) =>
    api.send('POST', `/api/v1/${path}`, body, { ...other.headers, ...async });
  const url = 'https://example.com/';
  const check = await send('content-changes', { url, baselineScreenshotId: owned.screenshots });
  expectProblem(check, 'validation_failed', ['/baselineScreenshotId unknown']);
  const key = await send('api-keys', { name: 'x', scopes: ['read'], accountId: owner.accountId });
  expectProblem(key, 'not_found');
});

test('identical objects of two accounts are stored once, but neither account can detect this', async () => {
  const [first, second] = await Promise.all(
    [owner, other].map(async ({ headers }, index) => {
      const ids = index === 0 ? owned : own;
      const path = `/api/v1/screenshots/${ids.screenshots}/image`;
      return api.send('GET', path, undefined, headers);
    }),
  );
  expect([first!.status, second!.status]).toEqual([200, 200]);
  expect(first!.bytes.equals(second!.bytes)).toBe(true);
  const hash = String(first!.headers.etag).replaceAll('"', '');
  const stored = await api.context.db.orm.execute(`select 1 from objects where sha256 = '${hash}'`);
  expect(stored).toHaveLength(1);
  // Deleting the record of one account does not delete the image of the other account.
  const path = `/api/v1/screenshots/${own.screenshots}`;
  expect((await api.send('DELETE', path, undefined, other.headers)).status).toBe(204);
  const kept = `/api/v1/screenshots/${owned.screenshots}/image`;
  expect((await api.send('GET', kept, undefined, owner.headers)).status).toBe(200);
});
