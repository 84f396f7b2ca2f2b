import { expect, test } from 'vitest';
import { isTooWide, seriousFindings } from './browser.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for the settings of pages and of their schedule. They use the calling file's system. */
export function describePageSettings(stage: () => Stage): void {
  const create = (name: string) => {
    const { system } = stage();
    return system.client.schedules.create({
      name,
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      policy: {
        defaults: { fullPage: true, waitUntilTimeout: 20 },
        options: { colorScheme: 'dark', blockAds: true },
        comparison: { threshold: 0.02 },
      },
      items: [
        {
          url: `${system.origin}/demo/clock`,
          width: 800,
          height: 600,
          quality: 70,
          fullPage: false,
          options: { scroll: 'never' },
        },
        { url: `${system.origin}/demo/clock?2`, width: 800, height: 600 },
      ],
    });
  };

  test("a page's settings show what differs from its schedule, can be previewed, and are saved individually", async () => {
    const { page, open, faults, system } = stage();
    const { id, items } = await create('With options');
    const itemId = items[0]!.id;
    await open(`/schedules/${id}/items/${itemId}`);
    await page.getByRole('link', { name: 'Settings for this page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Page settings' }).waitFor();
    const choice = (name: string) => page.getByRole('combobox', { name });
    const group = (name: string) =>
      page.getByRole('group').filter({ has: page.getByRole('heading', { name }) });
    await group('Page').getByText('3 differ from the schedule').waitFor();
    await group('Page').getByText('The schedule uses: On').waitFor();
    await group('Wait').getByText('From the schedule').waitFor();
    expect(await page.getByLabel('Maximum wait').getAttribute('placeholder')).toBe('20 s');
    expect(await choice('Color scheme').inputValue()).toBe('Dark');
    expect(await page.getByRole('switch', { name: 'Block advertisements' }).isChecked()).toBe(true);
    await group('Clean').getByText('From the schedule').waitFor();
    await group('Compare').getByText('From the schedule').waitFor();

    await page.getByRole('button', { name: 'Reset: Scroll through the page first' }).click();
    await group('Page').getByText('2 differ from the schedule').waitFor();
    await choice('Color scheme').click();
    await page.getByRole('option', { name: 'Light' }).click();
    await group('Device').getByText('The schedule uses: Dark').waitFor();
    await page.getByLabel('Threshold').fill('0.05');
    await page.getByLabel('Tags').fill('shop, news');
    const hidden = page.getByRole('textbox', { name: 'Hide elements' });
    await hidden.fill('#clock\n..wrong');
    for (const button of ['Preview with these settings', 'Save changes']) {
      await page.getByRole('button', { name: button }).click();
      await page.getByText('Line 2: ', { exact: false }).waitFor();
      await expect.poll(() => hidden.evaluate((element) => element.matches(':focus'))).toBe(true);
      await hidden.fill('#clock\n..wrong\n');
    }
    expect(await seriousFindings(page)).toEqual([]);
    // The browser logs each 400 response as an error.
    expect(faults.splice(0).filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);

    await hidden.fill('#clock');
    await page.getByRole('button', { name: 'Preview with these settings' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('canvas').first().waitFor({ timeout: 60_000 });
    await dialog.getByText('Captured in', { exact: false }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const [preview] = (
      await system.client.screenshots.list({ source: 'MANUAL_SCREENSHOT', size: 1, expand: 'options' })
    ).content;
    expect(preview).toMatchObject({
      ...{ width: 800, quality: 70, fullPage: false, waitUntilTimeout: 20 },
      options: { blockAds: true, hide: ['#clock'] },
    });

    const sent: unknown[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()));
    const requests = [
      { options: { scroll: null, colorScheme: 'light', hide: ['#clock'] }, tags: ['shop', 'news'] },
      { threshold: 0.05 },
    ];
    // Values that a failed attempt has already saved do not cause a conflict in the next attempt.
    await page.route('**/comparison', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await page.getByText('Something went wrong').waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining('500 (Internal Server Error)')]);
    await page.unroute('**/comparison');
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(sent).toEqual([...requests, ...requests]);
    const saved = await system.client.items.get(id, itemId, { expand: 'options,own,tags' });
    expect(saved).toMatchObject({
      options: { colorScheme: 'light', hide: ['#clock'] },
      own: ['width', 'height', 'fullPage', 'quality'],
      tags: ['news', 'shop'],
    });
  });

  test("a schedule's form edits the settings for its pages", async () => {
    const { page, open, system } = stage();
    const { id } = await create('With defaults');
    await open(`/schedules/${id}/edit`);
    await page.getByText('1 differs from the default').first().waitFor();
    const openGroup = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).click();
    for (const name of ['Page', 'Wait', 'Clean', 'Compare']) await openGroup(name);
    await page.getByRole('button', { name: 'Reset Clean to the defaults' }).click();
    await page.getByRole('combobox', { name: 'Scroll through the page first' }).click();
    await page.getByRole('option', { name: 'Always' }).click();
    await page.getByLabel('Maximum height').fill('5000');
    await page.getByLabel('Maximum wait', { exact: true }).fill('25');
    await page.getByRole('switch', { name: 'Keep the HTML' }).click();
    await page.getByLabel('Second capture after').fill('60');
    await page.getByLabel('Known versions', { exact: true }).fill('3');
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'With defaults' }).waitFor();
    const { policy } = await system.client.schedules.get(id, { expand: 'policy' });
    expect(policy).toMatchObject({
      defaults: { fullPage: true, waitUntilTimeout: 25, extractHtml: true },
      options: { colorScheme: 'dark', scroll: 'always', maxHeight: 5_000 },
      comparison: { threshold: 0.02, mode: 'visual', confirm: { after: 60 }, recent: 3 },
    });
    await open(`/schedules/${id}/edit`);
    await openGroup('Compare');
    const after = page.getByLabel('Second capture after');
    expect(await after.inputValue()).toBe('60 s');
    await after.fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'With defaults' }).waitFor();
    const { policy: changed } = await system.client.schedules.get(id, { expand: 'policy' });
    expect(changed?.comparison).toMatchObject({ confirm: true, recent: 3 });
  });

  test('the settings of selected pages, or of all pages, are changed together', async () => {
    const { page, open, faults, system } = stage();
    const { id, items } = await create('Changed together');
    const [, removed] = await system.client.items.add(id, [
      { url: 'https://example.com/third', options: { scroll: 'always' } },
      { url: 'https://example.com/removed' },
    ]);
    await open(`/schedules/${id}`);
    const ofAll = page.getByRole('link', { name: 'Settings for all pages' });
    await ofAll.waitFor();
    for (const { url } of [...items, removed!])
      await page
        .getByRole('checkbox', { name: `Select ${url.replace(/^https?:\/\//, '')}`, exact: true })
        .check();
    const bar = page.getByRole('region', { name: 'Selected pages' });
    await bar.getByText('3 selected').waitFor();
    // As many pages remain as were selected.
    await system.client.items.delete(id, removed!.id);
    await bar.getByText('2 selected').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await bar.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('2 pages', { exact: true }).waitFor();
    await page.getByText('Different values').first().waitFor();
    expect(await page.getByLabel('Window width', { exact: true }).inputValue()).toBe('800 px');
    expect(await page.getByLabel('JPEG quality', { exact: true }).getAttribute('placeholder')).toBe(
      'Different values',
    );
    expect(await page.getByRole('heading', { name: 'Compare' }).count()).toBe(0);

    const resetQuality = page.getByRole('button', { name: 'Reset: JPEG quality' });
    await resetQuality.click();
    await system.client.items.update(id, items[1]!.id, { tags: ['news'] });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('These settings have changed since you opened this form').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(() => page.getByLabel('Tags').getAttribute('placeholder')).toBe('Different values');
    await resetQuality.click();
    await page.getByRole('combobox', { name: 'Device' }).fill('iPhone 15');
    await page.getByRole('option', { name: 'iPhone 15', exact: true }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Cannot be combined with', { exact: false }).first().waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
    for (const name of ['Window width', 'Window height'])
      await page.getByRole('button', { name: `Reset: ${name}` }).click();
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await isTooWide(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changed together' }).waitFor();
    const { items: saved } = await system.client.schedules.get(id, { expand: 'options' });
    expect(saved.map(({ width, quality, options }) => ({ width, quality, options }))).toEqual([
      { width: null, quality: null, options: { scroll: 'never', device: 'iPhone 15' } },
      { width: null, quality: null, options: { device: 'iPhone 15' } },
      { width: null, quality: null, options: { scroll: 'always' } },
    ]);

    await ofAll.click();
    await page.getByText('All 3 pages', { exact: true }).waitFor();
    await page.getByLabel('JPEG quality', { exact: true }).fill('60');
    await page.getByLabel('Tags').fill('shop');
    // The version of the schedule changes between its request and the PATCH, but its pages do not.
    await page.route(
      /expand=options%2Cown%2Ctags$/,
      async (route) => {
        const response = await route.fetch();
        await system.client.schedules.update(id, { description: 'Another version' });
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PATCH'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    await page.getByRole('heading', { level: 1, name: 'Changed together' }).waitFor();
    expect(request.postDataJSON()).toEqual({
      selection: { all: true },
      changes: { quality: 60, tags: ['shop'] },
    });
    const { items: all } = await system.client.schedules.get(id, { expand: 'tags' });
    expect(all.map(({ quality, tags }) => [quality, tags])).toEqual(all.map(() => [60, ['shop']]));
    expect(faults.splice(0)).toEqual([expect.stringContaining('412 (Precondition Failed)')]);
  });
}
