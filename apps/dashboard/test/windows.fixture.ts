import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startGuardedApi } from './guarded-api.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Opens an address in several windows of one browser. */
async function openWindows(context: BrowserContext, address: string, count: number): Promise<Page[]> {
  const windows: Page[] = [];
  for (let n = 0; n < count; n += 1) {
    const page = await context.newPage();
    await page.goto(address);
    windows.push(page);
  }
  return windows;
}

/** The tests of several windows of one browser, on the system of the file that calls this. */
export function describeWindows(stage: () => Stage): void {
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
    await schedules.getByRole('heading', { name: 'Limits and use' }).waitFor();
    await schedules.getByRole('link', { name: 'Schedules', exact: true }).first().click();
    await schedules.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();

    // Without a connection, no request can find out that the session has ended.
    await settings.getByRole('button', { name: 'Sign out' }).waitFor();
    await schedules.route('**/api/**', (route) => route.abort());
    await settings.getByRole('button', { name: 'Sign out' }).click();
    await schedules.getByRole('heading', { name: 'Sign in to Shotclock' }).waitFor();
    await schedules.unroute('**/api/**');
    await signIn(settings);
    await schedules.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
    await schedules.getByText('Clock and a missing part').first().waitFor();
    await context.close();
    await api.stop();
  });

  test('a form that is filled in outlives the session', async () => {
    const { ids, system, browser } = stage();
    const api = await startGuardedApi(system);
    const context = await browser.newContext({ baseURL: api.origin });
    const page = await context.newPage();
    await page.goto(`/schedules/${ids.scheduleId}/edit`);
    await page.getByRole('textbox', { name: 'API key' }).fill(api.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Description').fill('Filled in before the session ended.');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(api.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clock and a missing part' }).waitFor();
    expect((await system.client.schedules.get(ids.scheduleId)).description).toContain('before the session');
    await context.close();
    await api.stop();
  });
}
