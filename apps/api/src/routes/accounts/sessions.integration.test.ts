import type { AccountSession, AuditEntry, Page, Session } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin } from '../../test-api.fixture.ts';

const api = await createTestApi({ needsKeys: true, trustProxy: '127.0.0.1' });
afterAll(() => api.close());

type Headers = Record<string, string>;
type Key = Awaited<ReturnType<typeof api.createKey>>;
/** An account with an admin key and a second key for sign-ins. */
type Account = { accountId: number; admin: Key; key: Key };
const path = '/api/v1/sessions';

async function createAccount(): Promise<Account> {
  const { accountId } = await api.otherAccount();
  const [admin, key] = [await api.createKey(['admin'], accountId), await api.createKey(['read'], accountId)];
  return { accountId, admin, key };
}

/** Signs in, and returns the session and the headers that a page on this server sends with its requests. */
async function signIn({ key }: Key, address = '203.0.113.7') {
  const headers = { origin, 'x-forwarded-for': address };
  const response = await api.send<Session>('POST', '/api/v1/session', { key }, headers);
  expect(response.status).toBe(201);
  const [cookie] = String(response.headers['set-cookie']).split(';');
  return { session: response.body, headers: { cookie: cookie!, 'sec-fetch-site': 'same-origin' } };
}
const list = async (headers: Headers, query = '') =>
  (await api.send<Page<AccountSession>>('GET', path + query, undefined, headers)).body;
const idsOf = async (headers: Headers) => (await list(headers)).content.map(({ id }) => id);
const end = (id: number, headers: Headers) => api.send('DELETE', `${path}/${id}`, undefined, headers);
const sql = (text: string) => api.context.db.orm.execute(text);

let account: Account;
beforeAll(async () => {
  account = await createAccount();
});

describe('GET /sessions', () => {
  test('shows who is signed in, since when and from where, without secrets', async () => {
    const { session } = await signIn(account.key, '198.51.100.1');
    const page = await list(account.admin.headers);
    expect(page).toEqual({
      content: [
        {
          id: session.id,
          accountId: account.accountId,
          apiKeyId: account.key.id,
          keyName: account.key.name,
          keyPrefix: account.key.prefix,
          clientAddress: '198.51.100.1',
          createdAt: session.createdAt,
          expiresAt: session.expiresAt,
          current: false,
        },
      ],
      page: 0,
      size: 20,
      totalElements: 1,
      totalPages: 1,
    });
    const { status, body } = await api.send('GET', `${path}/${session.id}`, undefined, account.admin.headers);
    expect([status, body]).toEqual([200, page.content[0]]);
  });

  test('marks the session that the request uses', async () => {
    const { admin } = await createAccount();
    const [first, second] = [await signIn(admin), await signIn(admin)];
    const current = (await list(second.headers, '?sort=createdAt,asc')).content.map((one) => one.current);
    expect(current).toEqual([false, true]);
    expect((await list(first.headers, '?sort=id')).content.map((one) => one.current)).toEqual([true, false]);
  });

  test('is paginated, newest session first', async () => {
    const { admin } = await createAccount();
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await signIn(admin)).session.id);
    expect(await idsOf(admin.headers)).toEqual(ids);
    const page = await list(admin.headers, '?page=1&size=2');
    expect(page).toMatchObject({ content: [{ id: ids[2] }], totalElements: 3, totalPages: 2 });
    const { content, nextCursor } = await list(admin.headers, '?size=2&cursor=');
    const rest = await list(admin.headers, `?size=2&cursor=${encodeURIComponent(nextCursor!)}`);
    expect([...content, ...rest.content].map(({ id }) => id)).toEqual(ids);
    const invalid = await api.send('GET', `${path}?sort=hash`, undefined, admin.headers);
    expectProblem(invalid, 'validation_failed');
  });

  test('omits sessions that have ended or whose key is no longer valid', async () => {
    const { accountId, admin } = await createAccount();
    const keys = [];
    for (let count = 0; count < 4; count += 1) keys.push(await api.createKey(['read'], accountId));
    const sessions = [];
    for (const key of keys) sessions.push((await signIn(key)).session.id);
    expect(await idsOf(admin.headers)).toHaveLength(4);
    await sql(`update sessions set expires_at = now() where id = ${sessions[0]}`);
    await sql(`update api_keys set expires_at = now() where id = ${keys[1]!.id}`);
    await sql(`update api_keys set revoked_at = now() where id = ${keys[2]!.id}`);
    expect(await idsOf(admin.headers)).toEqual([sessions[3]]);
    for (const id of sessions.slice(0, 3)) {
      const ended = await api.send('GET', `${path}/${id}`, undefined, admin.headers);
      expectProblem(ended, 'not_found');
      expectProblem(await end(id, admin.headers), 'not_found');
    }
    // The key is valid for only one more hour, and so is its session.
    const overlap = { overlapSeconds: 3_600 };
    await api.send('POST', `/api/v1/api-keys/${keys[3]!.id}/rotate`, overlap, admin.headers);
    const [{ expiresAt } = { expiresAt: '' }] = (await list(admin.headers)).content;
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  test('requires the admin scope', async () => {
    const { key } = await createAccount();
    const { session, headers } = await signIn(key);
    for (const denied of [key.headers, headers]) {
      expectProblem(await api.send('GET', path, undefined, denied), 'forbidden');
      expectProblem(await api.send('GET', `${path}/${session.id}`, undefined, denied), 'forbidden');
      expectProblem(await end(session.id, denied), 'forbidden');
    }
  });

  test('shows an account only its own sessions, and the operator all sessions', async () => {
    const [first, second] = [await createAccount(), await createAccount()];
    const [one, two] = [(await signIn(first.key)).session, (await signIn(second.key)).session];
    expect(await idsOf(first.admin.headers)).toEqual([one.id]);
    expect(await idsOf(second.admin.headers)).toEqual([two.id]);
    const operator = await api.createKey(['admin']);
    expect(await idsOf(operator.headers)).toEqual(expect.arrayContaining([one.id, two.id]));
    expectProblem(await end(one.id, second.admin.headers), 'not_found');
    expect((await end(one.id, operator.headers)).status).toBe(204);
    expect(await idsOf(first.admin.headers)).toEqual([]);
  });
});

describe('DELETE /sessions/{id}', () => {
  test('signs out one browser but no others', async () => {
    const [ended, other] = [await signIn(account.key), await signIn(account.key)];
    const response = await end(ended.session.id, account.admin.headers);
    expect([response.status, response.headers['set-cookie']]).toEqual([204, undefined]);
    const refused = await api.send('GET', '/api/v1/schedules', undefined, ended.headers);
    expect(expectProblem(refused, 'unauthorized').detail).toBe('The session has ended. Sign in again.');
    expect((await api.send('GET', '/api/v1/schedules', undefined, other.headers)).status).toBe(200);
    const ids = await idsOf(account.admin.headers);
    expect(ids).toContain(other.session.id);
    expect(ids).not.toContain(ended.session.id);
    expectProblem(await end(ended.session.id, account.admin.headers), 'not_found');
  });

  test('removes the session cookie that the request uses', async () => {
    const { session, headers } = await signIn(account.admin);
    const response = await end(session.id, headers);
    expect(response.status).toBe(204);
    expect(response.headers['set-cookie']).toMatch(/^__Host-shotclock=; Max-Age=0;/);
    expectProblem(await api.send('GET', path, undefined, headers), 'unauthorized');
  });

  test('records the actor and the ended session', async () => {
    const { session } = await signIn(account.key);
    await end(session.id, account.admin.headers);
    const log = `/api/v1/audit-log?resourceType=SESSION&resourceId=${session.id}`;
    const { body } = await api.send<Page<AuditEntry>>('GET', log, undefined, account.admin.headers);
    expect(body.content).toMatchObject([
      { action: 'revokeSession', actor: 'API_KEY', apiKeyId: account.admin.id, resourceId: session.id },
      { action: 'createSession', apiKeyId: account.key.id },
    ]);
  });

  test('ends the session only if its version matches If-Match', async () => {
    const { session } = await signIn(account.key);
    const { headers } = account.admin;
    const read = await api.send('GET', `${path}/${session.id}`, undefined, headers);
    const wrong = await end(session.id, { ...headers, 'if-match': '"x"' });
    expectProblem(wrong, 'precondition_failed');
    const right = await end(session.id, { ...headers, 'if-match': String(read.headers.etag) });
    expect(right.status).toBe(204);
  });
});
