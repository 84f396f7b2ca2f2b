import helmet from 'helmet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { securityHeaders } from '../security-headers.ts';
import { createTestApi, type TestApi } from '../test-api.fixture.ts';

let api: TestApi;
let publicUrl = 'http://localhost:3000';
beforeAll(async () => {
  api = await createTestApi({ publicUrl: () => publicUrl });
});
afterAll(() => api.close());

test('the API sends the same headers as helmet, except for Strict-Transport-Security', () => {
  const names: string[] = [];
  const response = {
    setHeader: (name: string) => names.push(name.toLowerCase()),
    removeHeader: () => undefined,
  };
  helmet()({} as never, response as never, () => undefined);
  expect(Object.keys(securityHeaders).sort()).toEqual(
    names.filter((name) => name !== 'strict-transport-security').sort(),
  );
});

test.each([
  '/api/v1/schedules',
  '/api/v1/schedules/9',
  '/nothing',
  '/health/live',
  '/openapi.json',
  '/%zz',
  '/problems/conflict',
])('%s has the security headers', async (path) => {
  const { headers } = await api.send('GET', path);
  // Pages have their own content security policy.
  const { 'content-security-policy': policy, ...others } = securityHeaders;
  expect(headers).toMatchObject(others);
  if (!path.startsWith('/problems/')) expect(headers['content-security-policy']).toBe(policy);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('browsers must use TLS for the host if the public URL uses https', async () => {
  publicUrl = 'https://shots.example';
  const { headers } = await api.send('GET', '/health/live');
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});

test('image and text artifacts keep their own policies', async () => {
  const { id } = await api.createScreenshot({ url: 'https://example.com/', extractText: true });
  await api.work();
  const policies = async (artifact: string) => {
    const { headers } = await api.send('GET', `/api/v1/screenshots/${id}/${artifact}`);
    return [headers['cross-origin-resource-policy'], String(headers['content-security-policy']).slice(0, 8)];
  };
  expect(await policies('image')).toEqual(['cross-origin', 'sandbox;']);
  expect(await policies('text')).toEqual(['same-origin', 'sandbox;']);
  expect(await policies('html')).toEqual(['same-origin', 'default-']);
});

test('successful responses report their duration', async () => {
  const { headers } = await api.send('GET', '/api/v1/schedules');
  expect(headers['server-timing']).toMatch(/^total;dur=\d+\.\d$/);
  for (const path of ['/health/live', '/api/v1/schedules/9'])
    expect((await api.send('GET', path)).headers['server-timing']).toBeUndefined();
});
