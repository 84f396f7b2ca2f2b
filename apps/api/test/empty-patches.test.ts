// A JSON merge patch without fields changes nothing (RFC 7396). The request that updates several items has a different
// body.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../src/test-api.fixture.ts';
import { createResources, type Ids, pathWith } from './created-resources.fixture.ts';
import { documentedRoutes } from './documented-routes.fixture.ts';

const api: TestApi = await createTestApi();
afterAll(() => api.close());
const routes = documentedRoutes(api.app).filter(
  ({ method, path }) => method === 'PATCH' && !path.endsWith('/items'),
);

let ids: Ids;
beforeAll(async () => {
  const { accountId } = api.context;
  ids = { ...(await createResources(api, { text: 'x' })), accounts: accountId };
});

describe.each(routes)('$name', ({ path }) => {
  const url = () => pathWith(path, ids);

  test('with {} returns the same version of the resource and records nothing', async () => {
    const before = await api.send('GET', url());
    expect(before.status).toBe(200);
    for (const type of ['application/json', 'application/merge-patch+json']) {
      const headers = { 'content-type': type, 'x-request-id': `empty-${url()}`.replaceAll('/', '-') };
      const patched = await api.send('PATCH', url(), {}, headers);
      expect([patched.status, patched.body]).toEqual([200, before.body]);
      expect(patched.headers.etag).toBe(before.headers.etag);
      const log = `select 1 from audit_log where request_id = '${headers['x-request-id']}'`;
      expect(await api.context.db.orm.execute(log)).toHaveLength(0);
    }
    const after = await api.send('GET', url());
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
  });

  test('with {} is rejected if If-Match specifies a different version or if the resource does not exist', async () => {
    const stale = await api.send('PATCH', url(), {}, { 'if-match': '"x"' });
    expectProblem(stale, 'precondition_failed');
    const missing = Object.fromEntries(Object.keys(ids).map((segment) => [segment, 999_999]));
    expectProblem(await api.send('PATCH', pathWith(path, missing), {}), 'not_found');
  });
});
