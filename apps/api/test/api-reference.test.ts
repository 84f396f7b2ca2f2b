import type { AddressInfo } from 'node:net';
import { browserEnvironment, findBrowser } from '@shotclock/capture';
import { testBrowser, testSandbox } from '@shotclock/testing';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';

let api: TestApi;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  api = await createTestApi({ publicUrl: () => origin });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  const executablePath = await findBrowser(testBrowser());
  browser = await puppeteer.launch({
    executablePath,
    env: browserEnvironment(executablePath),
    headless: 'shell',
    args: testSandbox() ? [] : ['--no-sandbox'],
    defaultViewport: { width: 1_280, height: 900 },
  });
});
afterAll(async () => {
  await browser?.close();
  await api.close();
});

/** A page that records violations of its policy, errors that it logs, and requests to other servers. */
async function openPage(): Promise<{ page: Page; wrong: string[] }> {
  const page = await browser.newPage();
  const wrong: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) wrong.push(`request: ${url}`);
  });
  page.on('pageerror', (error) => wrong.push(`error: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`console: ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => wrong.push(`policy: ${text}`));
  await page.evaluateOnNewDocument(
    `document.addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective + ' ' + event.blockedURI))`,
  );
  return { page, wrong };
}

const textOf = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector('${selector}')?.textContent ?? ''`);

test('an example request on the documentation page, sent unmodified, shows records from the feed without contacting other servers', async () => {
  for (const url of ['https://example.com/one', 'https://example.com/two'])
    await api.createScreenshot({ url });
  await api.work();
  const { page, wrong } = await openPage();
  const feed = '/api/v1/activity/screenshots';
  await page.goto(`${origin}/docs#tag/activity/GET${feed}`);

  await page.locator(`aria/Test Request (get ${feed})`).click();
  const sent = page.waitForResponse((response) => response.url().includes(feed));
  await page.locator('[role=dialog] button ::-p-text(Send)').click();
  expect(await (await sent).json()).toMatchObject({ totalElements: 2 });
  await expect.poll(() => textOf(page, '[role=dialog]')).toContain('"https://example.com/two"');
  await page.keyboard.press('Escape');

  await page.locator('aria/Change code sample language: Shell Curl').click();
  await page.locator('[role=option] ::-p-text(TypeScript)').click();
  await expect.poll(() => textOf(page, 'main')).toContain(`unwrap(await client.GET('${feed}'));`);
  expect(await textOf(page, 'main')).toContain('Quick start');
  expect(wrong).toEqual([]);
});
