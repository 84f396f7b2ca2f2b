import { afterAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem } from '../test-api.fixture.ts';

const api = await createTestApi({ needsKeys: true });
afterAll(() => api.close());

const list = (headers: Record<string, string>) => api.send('GET', '/api/v1/schedules', undefined, headers);
const detailOf = async (headers: Record<string, string>) => {
  const response = await list(headers);
  expect(response.headers['www-authenticate']).toBe('Bearer realm="shotclock"');
  return expectProblem(response, 'unauthorized').detail;
};

describe('with AUTH_MODE=api-key', () => {
  test('a request without a key is rejected before its body is read', async () => {
    expect(await detailOf({})).toBe(
      'The request has no API key. Send it as Authorization: Bearer or as X-API-Key.',
    );
    expectProblem(await api.send('POST', '/api/v1/schedules', '{'), 'unauthorized');
  });

  test('a key is accepted in either header, and the scheme name is case-insensitive', async () => {
    const { key } = await api.createKey();
    const accepted: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer  ${key} ` },
      { 'x-api-key': key! },
      { authorization: `Bearer ${key}`, 'x-api-key': key! },
    ];
    for (const headers of accepted)
      expect((await list(headers)).status, JSON.stringify(Object.keys(headers))).toBe(200);
  });

  test('two different keys are rejected, and so are other schemes', async () => {
    const [{ key }, other] = [await api.createKey(), await api.createKey()];
    expect(await detailOf({ authorization: `Bearer ${key}`, 'x-api-key': other.key! })).toBe(
      'The request has two different API keys.',
    );
    const scheme = 'The Authorization header must have the form `Bearer <API key>`.';
    for (const authorization of [`Basic ${key}`, key!, 'Bearer', `Bearer ${key} ${key}`, ''])
      expect(await detailOf({ authorization, 'x-api-key': key! }), authorization).toBe(scheme);
  });

  test('a mistyped key is distinguished from an unknown one', async () => {
    const { key } = await api.createKey();
    const mistyped = 'The API key is incomplete or mistyped: its checksum does not match.';
    for (const wrong of ['x', key!.slice(0, -1), `${key}0`, key!.replace('sc_', 'sk_'), key!.slice(0, 20)])
      expect(await detailOf({ 'x-api-key': wrong }), wrong).toBe(mistyped);
    expect(await detailOf({ 'x-api-key': `sc_${'0'.repeat(43)}2CZclj` })).toBe('There is no such API key.');
  });

  test("a key with another key's prefix and its own secret is unknown", async () => {
    const { key, prefix, id } = await api.createKey();
    const other = await api.createKey();
    await api.context.db.orm.execute(
      `update api_keys set hash = '${'0'.repeat(64)}' where id = ${id} returning '${prefix}'`,
    );
    expect(await detailOf({ 'x-api-key': key! })).toBe('There is no such API key.');
    expect((await list(other.headers)).status).toBe(200);
  });

  test("a key's scopes determine which requests it may send", async () => {
    const [reader, writer, admin] = [
      await api.createKey(['read']),
      await api.createKey(['write']),
      await api.createKey(['admin']),
    ];
    const preview = { schedule: { type: 'CRON', cronExpression: '@daily' } };
    const statuses = async (headers: Record<string, string>) => [
      (await api.send('GET', '/api/v1/schedules', undefined, headers)).status,
      (await api.send('HEAD', '/api/v1/schedules', undefined, headers)).status,
      (await api.send('POST', '/api/v1/schedules/preview', preview, headers)).status,
      (await api.send('POST', '/api/v1/schedules', {}, headers)).status,
      (await api.send('DELETE', '/api/v1/schedules/9', undefined, headers)).status,
      (await api.send('GET', '/api/v1/api-keys', undefined, headers)).status,
      (await api.send('POST', '/api/v1/wallet/top-ups', { amount: 1 }, headers)).status,
      (await api.send('GET', '/api/v1/me', undefined, headers)).status,
    ];
    expect(await statuses(reader.headers)).toEqual([200, 200, 200, 403, 403, 403, 403, 200]);
    expect(await statuses(writer.headers)).toEqual([403, 403, 403, 400, 404, 403, 403, 200]);
    expect(await statuses(admin.headers)).toEqual([403, 403, 403, 403, 403, 200, 201, 200]);
    const refused = await api.send('GET', '/api/v1/schedules', undefined, writer.headers);
    expect(expectProblem(refused, 'forbidden').detail).toBe('The API key has no scope "read".');
  });

  test('health, the documentation and the problem pages do not require a key', async () => {
    for (const path of ['/health/live', '/openapi.json', '/docs', '/problems/unauthorized'])
      expect((await api.send('GET', path)).status, path).toBe(200);
  });

  test('an expired key is rejected', async () => {
    const { id, headers } = await api.createKey();
    await api.context.db.orm.execute(
      `update api_keys set expires_at = '2020-01-01T00:00:00Z' where id = ${id}`,
    );
    expect(await detailOf(headers)).toBe('The API key expired at 2020-01-01T00:00:00.000Z.');
  });

  test('the time of last use is recorded', async () => {
    const { id, headers } = await api.createKey(['read', 'admin']);
    await list(headers);
    const lastUsedAt = async () =>
      (await api.send<{ lastUsedAt: string | null }>('GET', `/api/v1/api-keys/${id}`, undefined, headers))
        .body.lastUsedAt;
    await expect.poll(lastUsedAt).not.toBeNull();
    const first = await lastUsedAt();
    await list(headers);
    expect(await lastUsedAt()).toBe(first);
  });

  test('each key sees only the resources of its own account', async () => {
    const other = await api.otherAccount();
    const [mine, theirs] = [await api.createKey(), await api.createKey(undefined, other.accountId)];
    const name = { name: 'Mine', schedule: { type: 'CRON', cronExpression: '@daily' } };
    const created = await api.send<{ id: number }>('POST', '/api/v1/schedules', name, mine.headers);
    expect(created.status).toBe(201);
    const path = `/api/v1/schedules/${created.body.id}`;
    expect((await api.send('GET', path, undefined, mine.headers)).status).toBe(200);
    expectProblem(await api.send('GET', path, undefined, theirs.headers), 'not_found');
    expect((await list(theirs.headers)).body).toMatchObject({ content: [], totalElements: 0 });
  });

  test('an Idempotency-Key belongs to one account', async () => {
    const other = await api.otherAccount();
    const keys = [await api.createKey(), await api.createKey(undefined, other.accountId)];
    const body = { name: 'Shared', schedule: { type: 'CRON', cronExpression: '@daily' } };
    const ids = [];
    for (const { headers } of keys) {
      const named = { ...headers, 'idempotency-key': 'shared' };
      const response = await api.send<{ id: number }>('POST', '/api/v1/schedules', body, named);
      expect(response.headers['idempotency-replayed']).toBeUndefined();
      ids.push(response.body.id);
    }
    expect(ids[0]).not.toBe(ids[1]);
  });
});
