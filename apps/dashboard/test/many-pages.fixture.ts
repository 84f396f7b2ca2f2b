import { beforeAll, describe, expect, test } from 'vitest';
import { isTooWide, seriousFindings } from './browser.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Maximum number of pages in a schedule. */
const count = 1_000;
const perRequest = 100;

/** Tests for a schedule with many pages. They use the calling file's system. */
export function describeManyPages(stage: () => Stage): void {
  describe('a schedule with 1,000 pages', () => {
    let id: number;
    beforeAll(async () => {
      const { schedules, items } = stage().system.client;
      const pages = Array.from({ length: count }, (_, n) => ({ url: `https://example.com/${n + 1}` }));
      ({ id } = await schedules.create({
        name: 'Many pages',
        schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
        items: pages.slice(0, perRequest),
      }));
      for (let first = perRequest; first < count; first += perRequest)
        await items.add(id, pages.slice(first, first + perRequest));
    });

    test.each([375, 1_440])(
      'shows its pages one part at a time at a width of %i px, and the keyboard can reach each page',
      async (width) => {
        const { page, open, expectFewRequests } = stage();
        await page.setViewportSize({ width, height: 800 });
        await open(`/schedules/${id}`);
        expectFewRequests();
        const cards = page.getByRole('listitem').filter({ hasText: 'example.com/' });
        await page.getByText('1 to 48 of 1,000').waitFor();
        expect(await cards.count()).toBe(48);
        expect(await seriousFindings(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
        await page.getByRole('button', { name: 'Show the next pages' }).focus();
        await page.keyboard.press('Enter');
        await page.getByText('49 to 96 of 1,000').waitFor();
        await expect.poll(() => page.url()).toContain('part=1');
        await page.getByRole('searchbox', { name: 'Find a page' }).fill('com/987');
        await page.getByText('1 to 1 of 1').waitFor();
        await page.getByRole('searchbox').press('Tab');
        await page.getByRole('link', { name: 'example.com/987' }).press('Enter');
        await page.getByRole('heading', { level: 1, name: 'example.com/987' }).waitFor();
        await page.goBack();
        await page.getByText('1 to 1 of 1').waitFor();
      },
    );

    test.each([375, 1_440])('can be edited one part at a time at a width of %i px', async (width) => {
      const { page, open } = stage();
      await page.setViewportSize({ width, height: 800 });
      await open(`/schedules/${id}/edit`);
      await page.getByText('1 to 50 of 1,000').waitFor();
      const pages = page.getByRole('list', { name: 'Pages' }).getByRole('listitem');
      expect(await pages.count()).toBe(50);
      expect(await pages.first().getAttribute('aria-setsize')).toBe('1000');
      await page.getByRole('button', { name: 'Remove example.com/1', exact: true }).press('Enter');
      await page.getByRole('searchbox', { name: 'Find a page' }).fill('com/1000');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove example.com/1000' }).press('Enter');
      await page.getByText('2 pages are removed when you save', { exact: false }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    });
  });
}
