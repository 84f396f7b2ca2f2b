// Every screen, in both themes, at three widths and in a tall window. Also pages of the handbook, which the same server provides.
import { describe, expect, test } from 'vitest';
import { cutParts, isTooWide, seriousFindings } from './browser.fixture.ts';
import { samples } from './screen-samples.fixture.ts';
import { prepareStage } from './stage.fixture.ts';

const stage = prepareStage();

describe.each(samples)('the $name screen', ({ address }) => {
  test('sends few requests, is accessible in both themes, and fits at three widths', async () => {
    const { page, open, expectFewRequests } = stage();
    await open(address(stage().ids));
    expectFewRequests();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const findings = await seriousFindings(page, colorScheme === 'light' ? 'all' : 'colors');
      expect(findings, colorScheme).toEqual([]);
    }
    for (const width of [375, 2_560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await isTooWide(page), `${width} px`).toBe(false);
      if (width > 375) continue;
      expect(await cutParts(page), 'on a phone').toEqual([]);
      expect(await seriousFindings(page), 'on a phone').toEqual([]);
    }
  });
});

describe.each(samples.filter(({ isTall }) => isTall))('the $name screen in a tall window', ({ address }) => {
  test('sends few requests', async () => {
    const { page, open, expectFewRequests } = stage();
    await page.setViewportSize({ width: 2_560, height: 1_600 });
    await open(address(stage().ids));
    expectFewRequests();
  });
});

test.each(['', 'docs/captures.html', 'api/screenshots.html', 'search.html?q=retention'])(
  'the page /handbook/%s is accessible in both themes, and fits a phone',
  async (path) => {
    const { page } = stage();
    await page.goto(`/handbook/${path}`);
    if (path.startsWith('search')) await page.locator('#results mark').first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  },
);

test('the search of the handbook finds a setting, and opens its section', async () => {
  const { page } = stage();
  await page.goto('/handbook/');
  await page.getByLabel('Search the handbook').fill('RECORD_RETENTION_DAYS');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Settings · Retention' }).click();
  await page.waitForURL(/\/handbook\/docs\/settings\.html#retention$/);
  await page.getByRole('heading', { name: 'Retention' }).waitFor();
});
