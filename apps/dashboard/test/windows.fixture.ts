import { freePort } from '@shotclock/embedded';
import { eventually, metricValues } from '@shotclock/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousFindings } from './browser.fixture.ts';
import { startApi, startGuardedApi } from './guarded-api.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** More than the number of HTTP/1.1 connections that a browser opens to a server. */
const windowCount = 8;

/** Opens a URL in several windows of one browser. */
async function openWindows(context: BrowserContext, address: string, count: number): Promise<Page[]> {
  const windows: Page[] = [];
  for (let n = 0; n < count; n += 1) {
    const page = await context.newPage();
    await page.goto(address);
    windows.push(page);
  }
  return windows;
}
const inEach = (windows: readonly Page[], check: (page: Page) => Promise<unknown>) =>
  Promise.all(windows.map(check));

/** Tests with several windows of one browser. They use the calling file's system. */
export function describeWindows(stage: () => Stage): void {
  test('eight windows share one stream, which another window resumes when the reading window is closed or frozen', async () => {
    const { system, browser } = stage();
    const { schedules } = system.client;
    const healthPort = await freePort();
    const api = await startApi(system, { HEALTH_PORT: String(healthPort) });
    const metrics = { text: async () => (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text() };
    const streams = async () => (await metricValues(metrics)).get('shotclock_event_streams_active');
    const { id } = await schedules.create({
      name: 'In eight windows',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [{ url: `${system.origin}/demo/clock`, width: 200, height: 150 }],
    });
    const context = await browser.newContext({ baseURL: api.origin });
    // Disables polling, which uses timers of this length. Only events can then refresh a screen.
    await context.addInitScript(`for (const name of ['setTimeout', 'setInterval']) {
      const original = globalThis[name];
      globalThis[name] = (run, ms, ...rest) => (ms >= 3_000 ? 0 : original(run, ms, ...rest));
    }`);
    const [first, ...others] = await openWindows(context, `/schedules/${id}`, windowCount);
    const all = [first!, ...others];
    await inEach(all, (page) => page.getByText('Live', { exact: true }).waitFor());
    expect(await streams()).toBe(1);
    await schedules.run(id).wait();
    await inEach(all, (page) => page.getByRole('link', { name: '1 page · Manual' }).waitFor());

    // Changes that happen while no window reads the stream must not be lost.
    await Promise.all([first!.close(), schedules.pause(id)]);
    await inEach(others, (page) => page.getByText('Paused', { exact: true }).waitFor());
    await eventually(async () => (await streams()) === 1, { what: 'another window to read the stream' });
    await schedules.resume(id);
    await inEach(others, (page) => page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' }));

    await others[0]!.evaluate(`document.dispatchEvent(new Event('freeze'))`);
    await schedules.pause(id);
    await inEach(others.slice(1), (page) => page.getByText('Paused', { exact: true }).waitFor());
    await eventually(async () => (await streams()) === 1, { what: 'a third window to read the stream' });
    await context.close();
    await eventually(async () => (await streams()) === 0, { what: 'the stream to end' });
    await schedules.delete(id);
    await api.stop();
  });

  test('the tabs of a browser sign in and out together', async () => {
    const { system, browser } = stage();
    const api = await startGuardedApi(system);
    const context = await browser.newContext({ baseURL: api.origin });
    const [settings, schedules] = (await openWindows(context, '/settings', 2)) as [Page, Page];
    const signIn = async (page: Page) => {
      await page.getByRole('textbox', { name: 'API key' }).fill(api.key);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await schedules.getByRole('heading', { name: 'Sign in to Shotclock' }).waitFor();
    await signIn(settings);
    await schedules.getByRole('heading', { name: 'Limits and usage' }).waitFor();
    await schedules.getByRole('link', { name: 'Schedules', exact: true }).first().click();
    await schedules.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();

    // Blocks all requests, so that none of them can reveal that the session has ended.
    await settings.getByRole('button', { name: 'Sign out' }).waitFor();
    await schedules.route('**/api/**', (route) => route.abort());
    await settings.getByRole('button', { name: 'Sign out' }).click();
    await schedules.getByRole('heading', { name: 'Sign in to Shotclock' }).waitFor();
    await schedules.unroute('**/api/**');
    await signIn(settings);
    await schedules.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
    // Waits for any row, because only visible rows are rendered and other tests also add schedules.
    await schedules.getByRole('main').getByRole('listitem').getByRole('link').first().waitFor();
    await context.close();
    await api.stop();
  });

  test('the signed-in browsers are listed, and another browser can be signed out', async () => {
    const { system, browser } = stage();
    const api = await startGuardedApi(system);
    const [here, there] = await Promise.all(
      [0, 1].map(async () => {
        const context = await browser.newContext({ baseURL: api.origin });
        const page = await context.newPage();
        await page.goto('/settings?tab=sessions');
        await page.getByRole('textbox', { name: 'API key' }).fill(api.key);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Signed-in browsers' }).waitFor();
        return page;
      }),
    );
    await here!.reload();
    const rows = here!.getByRole('row').filter({ hasText: api.key.slice(0, 11) });
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.filter({ hasText: 'This browser' }).count()).toBe(1);
    expect(await seriousFindings(here!)).toEqual([]);
    await rows.getByRole('button', { name: /^Sign out the browser/ }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await there!.getByRole('link', { name: 'Schedules', exact: true }).first().click();
    await there!.getByRole('heading', { name: 'Sign in to Shotclock' }).waitFor();
    await Promise.all([here!.context().close(), there!.context().close()]);
    await api.stop();
  });

  test('form input survives the end of the session', async () => {
    const { ids, system, browser } = stage();
    const api = await startGuardedApi(system);
    const context = await browser.newContext({ baseURL: api.origin });
    const page = await context.newPage();
    await page.goto(`/schedules/${ids.scheduleId}/edit`);
    await page.getByRole('textbox', { name: 'API key' }).fill(api.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Description').fill('Filled in before the session ended.');
    await context.clearCookies();
    // The form is hidden if another request has already revealed that the session has ended.
    await page.locator('button[type=submit]', { hasText: 'Save changes' }).dispatchEvent('click');
    await page.getByRole('textbox', { name: 'API key' }).fill(api.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clock and a missing part' }).waitFor();
    expect((await system.client.schedules.get(ids.scheduleId)).description).toContain('before the session');
    await context.close();
    await api.stop();
  });
}
