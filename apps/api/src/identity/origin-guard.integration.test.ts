import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
let open: TestApi;
beforeAll(async () => {
  api = await createTestApi({ publicUrl: () => 'https://shots.example.org' });
  open = await createTestApi({ guardHost: false });
});
afterAll(async () => {
  await api.close();
  await open.close();
});

const host = 'localhost:3000';
const send = (headers: Record<string, string>, on = api) =>
  on.send('POST', '/api/v1/screenshots', {}, { host, ...headers });

describe('a request from a web page', () => {
  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:8080' },
    { origin: 'null' },
    { origin: 'nonsense' },
    { 'sec-fetch-site': 'cross-site' },
  ])('cannot change anything with %j', async (headers) => {
    expectProblem(await send(headers), 'forbidden');
    expectProblem(await send(headers, open), 'forbidden');
  });

  test.each<Record<string, string>>([
    {},
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://shots.example.org', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('reaches the route with %j', async (headers) => {
    expectProblem(await send(headers), 'validation_failed');
  });

  test("can read, subject to the browser's own rules", async () => {
    const response = await api.send('GET', '/api/v1/schedules', undefined, {
      host,
      origin: 'https://evil.example',
    });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the Host header', () => {
  const read = (name: string, on = api) => on.send('GET', '/api/v1/schedules', undefined, { host: name });

  test.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '127.8.9.1',
    '[::1]:3000',
    'app.localhost',
    'SHOTS.example.org',
  ])('may be %s', async (name) => {
    expect((await read(name)).status).toBe(200);
  });

  test.each([
    'rebound.example',
    '192.168.1.5:3000',
    'localhost.example',
    '127.0.0.1.example',
    'a b',
    '0.0.0.0',
  ])('must not be %s on loopback without authentication', async (name) => {
    expectProblem(await read(name), 'forbidden');
    expect((await read(name, open)).status).toBe(200);
  });
});
