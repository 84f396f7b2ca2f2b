// Every screen, in both themes, at three widths and in a tall window.
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
