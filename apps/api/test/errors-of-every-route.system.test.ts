import type { Problem } from '@shotclock/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestResponse } from '../src/test-api.fixture.ts';
import { type DocumentedRoute, documentedRoutes, pathOf, sampleOf } from './documented-routes.fixture.ts';

const api = await createTestApi();
afterAll(() => api.close());
const routes = documentedRoutes(api.app);

/** Sends a request whose only errors are in its URL. */
function send(route: DocumentedRoute, url: string, headers = {}): Promise<TestResponse<unknown>> {
  return api.send(route.method, url, route.body ? sampleOf(route.body, false) : undefined, headers);
}

function expectError(response: TestResponse<unknown>, error: string, about: string): Problem {
  expect(response.status, about).toBe(400);
  const problem = expectProblem(response, 'validation_failed');
  expect(
    problem.errors?.map(({ path, code }) => `${path} ${code}`),
    about,
  ).toContain(error);
  return problem;
}

/** Whether another route matches the path for other methods: GET /schedules/preview matches a route with the ID `preview`. */
const isShadowed = (path: string) => path.endsWith('/preview') || path === '/api/v1/deliveries/redeliver';
const shadowed = (path: string) => (isShadowed(path) ? [405] : []);

test('there are routes to test', () => {
  expect(routes.length).toBeGreaterThanOrEqual(16);
});

describe.each(routes)('$name', (route) => {
  const path = pathOf(route);

  test('rejects unknown query parameters and reports a pointer', async () => {
    expectError(await send(route, `${path}?surprise=1`), '/surprise unknown_parameter', 'surprise');
    expectError(await send(route, `${path}?surprise`), '/surprise unknown_parameter', 'no value');
    expectError(await send(route, `${path}?a~b%2Fc=1`), '/a~0b~1c unknown_parameter', 'escaped');
    expectError(await send(route, `${path}?__proto__=1`), '/__proto__ unknown_parameter', 'prototype');
    expectError(await send(route, `${path}?constructor=1`), '/constructor unknown_parameter', 'constructor');
  });

  test('rejects a repeated parameter and a parameter with U+0000', async () => {
    for (const { name } of route.query) {
      expectError(await send(route, `${path}?${name}=1&${name}=1`), `/${name} duplicate`, name);
      const problem = expectProblem(await send(route, `${path}?${name}=a%00b`), 'validation_failed');
      expect(problem.errors?.map((error) => error.path)).toEqual([`/${name}`]);
    }
  });

  test('rejects a query that cannot be decoded', async () => {
    for (const query of ['%zz', 'page=%', 'page=%ff', '%c3%28=1', 'page=%e0%80'])
      expectProblem(await send(route, `${path}?${query}`), 'validation_failed');
  });

  test('exists at exactly one path', async () => {
    const near = [
      `${path.replace('/api/v1', '/api//v1')}`,
      `/${path}`,
      path.replace('/api/v1', '/API/v1'),
      path.replace('/api/v1', '/api/v2'),
      `${path}//`,
      `${path};x=1`,
    ];
    for (const url of near)
      expect([400, 404, ...shadowed(path)], url).toContain((await send(route, url)).status);
    const trailing = await send(route, `${path}/`);
    expect([400, 404, 405]).toContain(trailing.status);
    expectProblem(trailing, (trailing.body as Problem).code);
  });

  test('ignores an Accept header that it cannot satisfy', async () => {
    const plain = await send(route, `${path}?surprise=1`);
    const notAcceptable = await send(route, `${path}?surprise=1`, {
      accept: 'application/xml',
      'accept-language': 'xx',
    });
    expect(notAcceptable.status).toBe(plain.status);
    expect(notAcceptable.headers['content-type']).toBe('application/problem+json');
  });
});

describe.each(routes.filter(({ ids }) => ids.length > 0))('$name', (route) => {
  test('rejects invalid IDs', async () => {
    const bad = [
      '0',
      '-1',
      '1.5',
      'abc',
      '1e3',
      '%201',
      '1%20',
      '+1',
      '0x1',
      '1%00',
      '%EF%BC%91',
      '-0',
      'NaN',
      '1,2',
    ];
    for (const id of bad)
      for (const name of route.ids) {
        const problem = expectProblem(await send(route, pathOf(route, { [name]: id })), 'validation_failed');
        expect(
          problem.errors?.map((error) => error.path),
          id,
        ).toEqual([`/${name}`]);
      }
    for (const id of ['%zz', '%', '%ff'])
      expectProblem(await send(route, pathOf(route, { [route.ids[0]!]: id })), 'validation_failed');
  });

  test('returns 404 for an ID that is too large for a number', async () => {
    for (const id of [2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 30n, 10n ** 400n, 10n ** 8_000n])
      for (const name of route.ids)
        expectProblem(await send(route, pathOf(route, { [name]: String(id) })), 'not_found');
  });
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
const paths = Map.groupBy(routes, (route) => route.path);
describe.each([...paths.keys()].filter((path) => !isShadowed(path)))('%s', (path) => {
  const taken = new Set<string>(['OPTIONS', ...paths.get(path)!.map((route) => route.method)]);
  if (taken.has('GET')) taken.add('HEAD');
  const url = pathOf(paths.get(path)![0]!);
  const rejected = methods.filter((method) => !taken.has(method));

  test('returns 204 for OPTIONS and lists exactly the supported methods', async () => {
    const response = await api.send('OPTIONS', url);
    expect([response.status, response.headers.allow]).toEqual([204, [...taken].sort().join(', ')]);
    expect(response.bytes.length).toBe(0);
  });

  test.each(rejected)('returns 405 for %s and lists exactly the supported methods', async (method) => {
    for (const body of [undefined, '<a/>']) {
      const response = await api.send(method, url, body, { 'content-type': 'text/xml' });
      expect(response.headers.allow).toBe([...taken].sort().join(', '));
      expect(response.status).toBe(405);
      if (method !== 'HEAD') expectProblem(response, 'method_not_allowed');
    }
  });
});
