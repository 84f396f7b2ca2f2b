import { expect, test } from 'vitest';
import { openPage, seriousFindings } from './browser.fixture.ts';
import { startApi, startGuardedApi } from './guarded-api.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for sessions, events and outages. They use the calling file's system. */
export function describeConnection(stage: () => Stage): void {
  test('a change by another client appears without a reload or polling', async () => {
    const { system, page, open } = stage();
    // Disables polling, which uses timers of this length. Only events can then refresh the screen.
    await page.addInitScript(`for (const name of ['setTimeout', 'setInterval']) {
      const original = globalThis[name];
      globalThis[name] = (run, ms, ...rest) => (ms >= 3_000 ? 0 : original(run, ms, ...rest));
    }`);
    await open('/schedules');
    await page.getByText('Live', { exact: true }).waitFor();
    const { id } = await system.client.schedules.create({
      name: 'By another client',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [{ url: `${system.origin}/demo/clock`, width: 200, height: 150 }],
    });
    const row = page.getByRole('listitem').filter({ hasText: 'By another client' });
    await row.waitFor();
    await system.client.schedules.pause(id);
    await row.getByText('Paused').waitFor();
    await row.getByRole('link', { name: 'By another client' }).click();
    await page.getByText('This schedule has not run yet.').waitFor();
    const run = await system.client.schedules.run(id);
    await page.getByRole('link', { name: '1 page · Manual' }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: '1 page · Manual' }).click();
    await expect.poll(() => page.url()).toContain(`/executions/${run.id}`);
  });

  test('a user signs in with a key, creates another key, finds both in the audit log, and signs out', async () => {
    const { system, browser } = stage();
    const api = await startGuardedApi(system);
    const visit = await openPage(browser, api.origin);
    const guarded = visit.page;
    const signIn = async (key: string) => {
      await guarded.getByRole('textbox', { name: 'API key' }).fill(key);
      await guarded.getByRole('button', { name: 'Sign in' }).click();
    };
    await guarded.goto('/settings?tab=keys');
    await signIn(`${api.key}x`);
    await guarded.getByText('This key is not valid', { exact: false }).waitFor();
    await signIn(api.key);
    // Waits for the stream, because its start repeats requests, which still require the session.
    await guarded.getByText('Live', { exact: true }).waitFor();

    await guarded.getByRole('button', { name: 'New key' }).click();
    const dialog = guarded.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reports');
    // Ends the session while the form is being filled in. The input must survive the next sign-in.
    await guarded.context().clearCookies();
    // A background request can show the sign-in form first, which hides the dialog. click() would then wait in vain.
    await guarded.locator('[role=dialog] button[type=submit]').dispatchEvent('click');
    await signIn(api.key);
    await dialog.getByRole('button', { name: 'New key' }).click();
    const reader = await dialog.locator('code').innerText();
    expect(reader).toMatch(/^sc_/);
    expect(await seriousFindings(guarded)).toEqual([]);
    await guarded.keyboard.press('Escape');
    await guarded.getByRole('row').filter({ hasText: 'Reports' }).waitFor();
    await guarded.getByText('Audit log', { exact: true }).click();
    const entry = (sentence: string) => guarded.getByRole('row').filter({ hasText: sentence }).first();
    await entry(`Created the key ${reader.slice(0, 10)}`)
      .getByText('createApiKey')
      .waitFor();
    await entry(`Signed in with the key ${api.key.slice(0, 10)}`)
      .getByText('createSession')
      .waitFor();
    expect(await seriousFindings(guarded)).toEqual([]);
    await guarded.getByRole('button', { name: 'Sign out' }).click();

    await signIn(reader);
    await guarded.getByText('Your key does not have access to this.').waitFor();
    await guarded.getByRole('link', { name: 'Schedules', exact: true }).first().click();
    await guarded.getByText('Your key can only read', { exact: false }).waitFor();
    expect(await guarded.getByRole('button', { name: 'New schedule' }).isDisabled()).toBe(true);

    await guarded.context().close();
    await api.stop();
    // The browser logs an error for each request without a session.
    expect(visit.faults.filter((fault) => !fault.includes('401 (Unauthorized)'))).toEqual([]);
  });

  test('an offline browser shows a message', async () => {
    const { page, faults, open } = stage();
    await open('/');
    await page.context().setOffline(true);
    await page.getByText('You are offline', { exact: false }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline', { exact: false }).waitFor({ state: 'detached' });
    faults.length = 0;
  });

  test('shows a server outage and retries failed requests when the server is back', async () => {
    const { system, page, faults, open } = stage();
    // Disables polling, which uses timers of this length.
    await page.addInitScript(`for (const name of ['setTimeout', 'setInterval']) {
      const original = globalThis[name];
      globalThis[name] = (run, ms, ...rest) => (ms >= 3_000 ? 0 : original(run, ms, ...rest));
    }`);
    let api = await startApi(system);
    await open(`${api.origin}/activity`);
    await page.getByText('Live', { exact: true }).waitFor();
    await api.stop('SIGKILL');
    await page.getByRole('combobox', { name: 'Result' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('The server could not be reached', { exact: false }).waitFor();
    await page.getByText('The server is not responding', { exact: false }).waitFor();
    api = await startApi(system, {}, api.port);
    await page.getByText('The server is not responding', { exact: false }).waitFor({ state: 'detached' });
    await page.getByText('The server could not be reached', { exact: false }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: '#no-such-part' }).first().waitFor();

    // The files of this screen have not been loaded yet.
    await api.stop('SIGKILL');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
    api = await startApi(system, {}, api.port);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Limits and usage' }).waitFor();
    await page.getByText('Pages and their settings').waitFor();
    await page.context().close();
    await api.stop();
    // Ignores the requests that failed during the outages.
    faults.length = 0;
  });
}
