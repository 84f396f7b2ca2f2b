import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';

let site: FixtureSite;
beforeAll(async () => {
  site = await startFixtureSite();
});
afterAll(() => site.close());

test('the site serves its own pages and records the requests', async () => {
  const response = await fetch(site.url('/blocks?x=1'));
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('background:red');
  expect(site.requests.at(-1)).toMatchObject({ method: 'GET', path: '/blocks?x=1' });
});

test.each([
  ['/swagger-ui/index.html', 'text/html; charset=utf-8'],
  ['/swagger-ui/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/reveal/demo.html', 'text/html; charset=utf-8'],
  ['/reveal/dist/reveal.css', 'text/css; charset=utf-8'],
  ['/boilerplate/404.html', 'text/html; charset=utf-8'],
])('the site serves the third-party file %s', async (path, type) => {
  const response = await fetch(site.url(path));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
});

test('the site does not serve a path outside a third-party folder', async () => {
  expect((await fetch(site.url('/reveal/..%2f..%2fpackage.json'))).status).toBe(404);
});
