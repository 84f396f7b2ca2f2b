import { describe, expect, test } from 'vitest';
import { focusedHeading, seriousFindings } from './browser.fixture.ts';
import type { Stage } from './stage.fixture.ts';

const linesOf = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`);

/** Tests for the schedule form. They use the calling file's system. */
export function describeScheduleForm(stage: () => Stage): void {
  const pagesField = () => stage().page.getByRole('textbox', { name: 'Pages' });
  const submit = () => stage().page.getByRole('button', { name: 'Create schedule' }).click();

  describe('a schedule', () => {
    test('can be created with the form, runs, and shows its captures as they finish', async () => {
      const { page, open, system } = stage();
      await open('/schedules/new');
      await page.getByLabel('Name').fill('Three clocks');
      await pagesField().fill([1, 2, 3].map((n) => `${system.origin}/demo/clock?${n}`).join('\n'));
      await page.getByRole('button', { name: 'Weekdays at 9:00' }).click();
      await page.getByText('At 09:00, Monday through Friday').waitFor();
      await page.getByText('3 pages').waitFor();
      // The preview must not crop a tall page.
      await page.getByRole('heading', { level: 2, name: 'Device' }).click();
      await page.getByLabel('Window height', { exact: true }).fill('3000');
      const button = page.getByRole('button', { name: 'Preview the first page' });
      await button.press('Enter');
      const preview = page.getByRole('region', { name: 'Preview' }).getByRole('img');
      const shapeOf = (image: unknown) => {
        const { naturalHeight, naturalWidth, height, width } = image as Record<string, number>;
        return [
          naturalHeight! / naturalWidth! > 2,
          Math.abs(height! - (naturalHeight! / naturalWidth!) * width!) < 2,
        ];
      };
      await preview.waitFor({ timeout: 180_000 });
      await expect.poll(() => preview.evaluate(shapeOf)).toEqual([true, true]);
      expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
      await submit();
      await page.getByRole('heading', { level: 1, name: 'Three clocks' }).waitFor();
      await expect.poll(() => focusedHeading(page)).toBe('Three clocks');
      await page.getByRole('button', { name: 'Run now' }).press('Enter');
      await page.getByText('3 of 3 pages').waitFor({ timeout: 180_000 });
      await expect.poll(() => focusedHeading(page)).toMatch(/^Run \d+/);
      await expect.poll(() => page.locator('main img').count()).toBe(3);
    });

    test('validation errors from the API appear next to their fields, and the first invalid field receives focus', async () => {
      const { page, open, faults } = stage();
      await open('/schedules/new');
      await page.getByLabel('Name').fill('Private pages');
      const lines = linesOf(120);
      lines[111] = 'http://10.0.0.1/';
      await pagesField().fill(lines.join('\n'));
      await page.getByLabel('Cron expression').fill('61 * * * *');
      // The preview of the next runs, which follows after a delay. The browser logs each 400 response as an error.
      await expect.poll(() => faults).toEqual([expect.stringContaining('400 (Bad Request)')]);
      await submit();
      await page.getByText('Line 112: http://10.0.0.1/: Is refused', { exact: false }).waitFor();
      expect(await page.getByLabel('Cron expression').getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => page.evaluate('document.getSelection().toString()')).toBe('http://10.0.0.1/');
      expect(faults.splice(0).filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([]);
    });

    test('adds either all pages in a sitemap or none', async () => {
      const { page, open, faults, system } = stage();
      const name = 'From a sitemap';
      const found = () => Array.fromAsync(system.client.schedules.list({ name }));
      await open('/schedules/new');
      await page.getByLabel('Name').fill(name);
      await pagesField().fill(linesOf(1_001).join('\n'));
      await submit();
      await page.getByText('at most 1000 pages', { exact: false }).waitFor();

      const locs = linesOf(250).map((url) => `<url><loc>${url}</loc></url>`);
      await pagesField().fill(`<urlset>${locs.join('\n')}</urlset>`);
      await page.getByText('250 pages').waitFor();
      await page.route('**/items', (route) => route.fulfill({ status: 500 }), { times: 1 });
      await submit();
      await page.getByText('Something went wrong').waitFor();
      expect(await found()).toEqual([]);
      expect(faults.splice(0)).toEqual([expect.stringContaining('500 (Internal Server Error)')]);

      await submit();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const [created] = await found();
      expect(created).toMatchObject({ itemCount: 250, schedule: { type: 'CRON' } });
      // The schedule has the default timing, so it could run during other tests.
      await system.client.schedules.pause(created!.id);
    });

    test("the preview uses the schedule's time zone and includes DST transitions", async () => {
      const { page, open } = stage();
      await open('/schedules/new');
      await page.getByLabel('Cron expression').fill('30 2 * * *');
      await page.getByRole('combobox', { name: 'Time zone' }).fill('Paris');
      await page.getByRole('option', { name: 'Europe/Paris' }).click();
      await page.getByText(/the clocks go (forward from 02:00 to|back from 03:00 to 02:00)/).waitFor();
    });

    test('warns about likely mistakes in the entered pages', async () => {
      const { page, open } = stage();
      await open('/schedules/new');
      await pagesField().fill('a.example\nhttps://a.example/\nnot an address\nb.example/sitemap.xml');
      await page
        .getByText('2 pages · 1 line is not a valid address · 1 duplicate address is omitted')
        .waitFor();
      await page.getByText('b.example/sitemap.xml looks like a sitemap', { exact: false }).waitFor();
    });

    test('restores a removed page with its history, and warns about a page that already exists', async () => {
      const { page, open, system } = stage();
      const { schedules, items } = system.client;
      const created = await schedules.create({
        name: 'With a removed page',
        schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
        items: [{ url: 'https://example.com/kept' }, { url: 'https://example.com/removed', quality: 70 }],
      });
      await items.delete(created.id, created.items[1]!.id);
      await open(`/schedules/${created.id}/edit`);
      await page
        .getByRole('textbox', { name: 'Add pages' })
        .fill('example.com/kept\nexample.com/removed\nexample.com/new');
      await page.getByText('example.com/kept is already in this schedule', { exact: false }).waitFor();
      expect(
        await page
          .getByLabel('example.com/removed was removed from this schedule', { exact: false })
          .isChecked(),
      ).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { level: 1, name: 'With a removed page' }).waitFor();
      const { items: saved } = await schedules.get(created.id);
      expect(saved.map(({ id, url }) => [id, url])).toEqual([
        [created.items[0]!.id, 'https://example.com/kept'],
        [created.items[1]!.id, 'https://example.com/removed'],
        [expect.any(Number), 'https://example.com/kept'],
        [expect.any(Number), 'https://example.com/new'],
      ]);
    });

    test('asks for confirmation before input is lost', async () => {
      const { page, open } = stage();
      await open('/schedules/new');
      await page.getByLabel('Name').fill('Not saved');
      const away = () => page.getByRole('link', { name: 'Activity', exact: true }).first().click();
      await away();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.getByLabel('Name').inputValue()).toBe('Not saved');
      await away();
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    });

    test('keeps hidden values when the form is saved', async () => {
      const { page, open, system } = stage();
      const { id, ...created } = await system.client.schedules.create({
        name: 'With hidden fields',
        schedule: { type: 'CRON', cronExpression: '0 9 * * *', firstRunAt: '2998-01-01T00:00:07.000Z' },
        policy: { endsAt: '2999-01-01T00:00:00.000Z', jitterSeconds: 30, startingDeadlineSeconds: 90 },
        items: linesOf(2).map((url) => ({ url, quality: 70, element: 'main' })),
      });
      const before = await system.client.schedules.get(id, { expand: 'policy' });
      await open(`/schedules/${id}/edit`);
      await page.getByLabel('Name').fill('Renamed');
      await page.getByLabel('Days to keep captures').fill('30');
      await page.getByRole('button', { name: 'Remove example.com/0' }).click();
      await page.getByText('1 page is removed when you save', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
      expect(await system.client.schedules.get(id, { expand: 'policy' })).toEqual({
        ...before,
        name: 'Renamed',
        policy: { ...before.policy, retentionDays: 30 },
        items: [created.items[1]],
        updatedAt: expect.any(String),
      });
    });
  });
}
