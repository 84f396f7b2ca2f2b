import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserEnvironment, findBrowser } from '@shotclock/capture';
import type { Screenshot } from '@shotclock/contracts';
import { testBrowser, testSandbox } from '@shotclock/testing';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';

let api: TestApi;
let browser: Browser;
let origin: string;
/** Serves a page from another origin of the same site: the same host with a different port. */
let neighbor: Server;

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  api = await createTestApi({ publicUrl: () => origin, needsKeys: true });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${portOf(api.app.server)}`;
  neighbor = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  );
  await once(neighbor.listen(0, '127.0.0.1'), 'listening');
  const executablePath = await findBrowser(testBrowser());
  browser = await puppeteer.launch({
    executablePath,
    env: browserEnvironment(executablePath),
    headless: 'shell',
    args: testSandbox() ? [] : ['--no-sandbox'],
  });
});
afterAll(async () => {
  await browser?.close();
  neighbor?.close();
  await api.close();
});

/** Sends a request from a script in the page and returns the status, or 0 if the script may not read the response. */
const send = (page: Page, url: string, init: RequestInit = {}): Promise<number> =>
  page.evaluate(
    (url, init) =>
      fetch(url, init)
        .then(({ status }) => status)
        .catch(() => 0),
    url,
    init,
  );

const json = { 'content-type': 'application/json' };
const create: RequestInit = {
  method: 'POST',
  headers: json,
  body: JSON.stringify({ name: 'x', schedule: { type: 'CRON', cronExpression: '@daily' } }),
};

/** Opens a page of the API in its own browser context and signs in. */
async function signedInPage(host: string): Promise<Page> {
  const { key } = await api.createKey(['read', 'write']);
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // The page's content security policy forbids scripts, which does not matter here; the page loads quickly.
  await page.setBypassCSP(true);
  await page.goto(`http://${host}:${portOf(api.app.server)}/health/live`);
  const body = JSON.stringify({ key });
  expect(await send(page, '/api/v1/session', { method: 'POST', headers: json, body })).toBe(201);
  return page;
}

test.each(['127.0.0.1', 'localhost'])('a browser signs in and out over HTTP on %s', async (host) => {
  const page = await signedInPage(host);
  const [cookie] = await page.browserContext().cookies();
  expect(cookie).toMatchObject({
    name: '__Host-shotclock',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  });
  expect(await page.evaluate('document.cookie')).toBe('');
  expect(await send(page, '/api/v1/schedules', create)).toBe(201);
  // Navigations also send the cookie.
  expect((await page.goto(`http://${host}:${portOf(api.app.server)}/api/v1/me`))?.status()).toBe(200);
  expect(await send(page, '/api/v1/session', { method: 'DELETE' })).toBe(204);
  expect(await page.browserContext().cookies()).toEqual([]);
  expect(await send(page, '/api/v1/schedules')).toBe(401);
  await page.browserContext().close();
});

test('a page from another origin on the same host cannot use the session', async () => {
  const page = await signedInPage('127.0.0.1');
  const sent: string[] = [];
  api.app.server.on('request', ({ method, headers }, response) =>
    response.on('finish', () => sent.push(`${method} ${'cookie' in headers} ${response.statusCode}`)),
  );
  await page.goto(`http://127.0.0.1:${portOf(neighbor)}`);
  const url = `${origin}/api/v1/schedules`;
  const forged: RequestInit = { mode: 'no-cors', credentials: 'include' };
  for (const init of [forged, { ...forged, method: 'POST', body: '{}' }])
    expect(await send(page, url, init)).toBe(0);
  expect(sent, 'with the cookie').toEqual(['GET true 403', 'POST true 403']);
  const [form] = await Promise.all([
    page.waitForNavigation(),
    page.evaluate(
      `const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '${url}' });
      document.body.append(form);
      form.submit();`,
    ),
  ]);
  expect(form?.status(), 'a form').toBe(403);
  await page.goto(`${origin}/health/live`);
  expect(await send(page, url), 'the session is still usable').toBe(200);
  await page.browserContext().close();
});

test("a browser that opens extracted HTML does not parse it, so it cannot connect to the page author's server", async () => {
  const { headers } = await api.createKey(['read', 'write']);
  const body = { url: 'https://example.com/', extractHtml: true };
  const created = await api.send<Screenshot>('POST', '/api/v1/screenshots', body, {
    ...headers,
    prefer: 'respond-async',
  });
  await api.work();
  const path = `/api/v1/screenshots/${created.body.id}?expand=capture`;
  const { body: screenshot } = await api.send<Screenshot>('GET', path, undefined, headers);
  const page = await browser.newPage();
  const response = await page.goto(screenshot.extractedHtmlUrl!.replace(/^https?:\/\/[^/]+/, origin));
  expect(response!.status()).toBe(200);
  expect(await page.evaluate('[document.contentType, document.querySelectorAll("pre").length]')).toEqual([
    'text/plain',
    1,
  ]);
  expect(await page.evaluate('document.body.textContent')).toBe(await response!.text());
  await page.close();
});
