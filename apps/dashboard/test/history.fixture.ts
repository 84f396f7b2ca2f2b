import type { UpdateItemComparison } from '@shotclock/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { seriousFindings } from './browser.fixture.ts';
import { samplesOf } from './screen-samples.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for the history of a page. They use the calling file's system. */
export function describeHistory(stage: () => Stage): void {
  describe('the history of a page', () => {
    const address = () => samplesOf.history[0].address(stage().ids);
    const selectedId = () => new URL(stage().page.url()).searchParams.get('at');

    test('arrow keys step through captures and update the URL', async () => {
      const { page, open } = stage();
      await open(address());
      await page.getByText('3 / 3').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('2 / 3').waitFor();
      await expect.poll(selectedId).not.toBeNull();
      const before = page.url();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('1 / 3').waitFor();
      await expect.poll(() => page.url()).not.toBe(before);
      await page.reload();
      await page.getByText('1 / 3').waitFor();
    });

    test('compares two captures in five modes, and a reload restores the mode', async () => {
      const { page, open } = stage();
      await open(address());
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page
        .getByRole('slider', { name: /Drag to move|slider/i })
        .first()
        .waitFor();
      for (const [key, shows] of [
        ['2', 'img[alt]'],
        ['3', 'input[type=range][aria-label^="Opacity"]'],
        ['4', 'button[aria-label^="Click or press X"]'],
        ['5', 'img[src*="/content-changes/"][alt*="% changed"]'],
      ]) {
        await page.keyboard.press(key!);
        await page.locator(shows!).first().waitFor();
        if (key === '2') expect(await page.locator('main img[width]').count()).toBe(2);
      }
      await expect.poll(() => page.url()).toContain('mode=difference');
      await page.reload();
      await page.getByText(/% changed/).waitFor();
    });

    test('moves the comparison to what changed', async () => {
      const { system, ids, page, open } = stage();
      const query = { screenshotId: ids.screenshotId, expand: 'changes' };
      const [check] = (await system.client.contentChanges.list(query)).content;
      const { left, width } = check!.changedArea!.current;
      await open(`${address()}?mode=difference&at=${ids.screenshotId}&with=${check!.baselineScreenshotId}`);
      const picture = page.locator('main img[src*="/content-changes/"]');
      await picture.waitFor();
      /** Distance between the middle of the changed area and the middle of the frame in CSS pixels. */
      const distance = () =>
        picture.evaluate(
          (image, middle) => {
            const [shown, frame] = [image, image.parentElement!].map((one) => one.getBoundingClientRect());
            const scale = shown!.width / Number(image.getAttribute('width'));
            return Math.abs(shown!.left + middle * scale - (frame!.left + frame!.width / 2));
          },
          left + width / 2,
        );
      const frame = (await picture.locator('..').boundingBox())!;
      const [x, y] = [frame.x + frame.width / 2, frame.y + 20];
      // The picture stops at its edge. Which digits of the clock differ decides which direction moves the change farther.
      const isInLeftHalf = left + width / 2 < Number(await picture.getAttribute('width')) / 2;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(isInLeftHalf ? x - 900 : x + 900, y, { steps: 3 });
      await page.mouse.up();
      expect(await distance()).toBeGreaterThan(2);
      await page.getByRole('button', { name: 'Go to the change' }).click();
      await expect.poll(distance).toBeLessThan(2);
      expect(await seriousFindings(page)).toEqual([]);
    });

    test('ignored regions can be drawn on the difference and tested on the latest captures', async () => {
      const { system, ids, page, open } = stage();
      await open(address());
      await page.keyboard.press('c');
      await page.keyboard.press('5');
      await page.locator('img[src*="/content-changes/"]').waitFor();
      await page.getByRole('button', { name: 'Ignore areas' }).click();
      const panel = page.getByRole('region', { name: 'Areas ignored in future checks' });
      await panel.getByText(/would differ. This counts as a change/).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await panel.getByRole('button', { name: 'Add region' }).click();
      await panel.getByLabel('Region 1: Width').fill('7');
      await panel.getByRole('button', { name: 'Remove region 1' }).click();
      const picture = (await page.locator('main img[width]').first().boundingBox())!;
      await page.mouse.move(picture.x + 2, picture.y + 2);
      await page.mouse.down();
      await page.mouse.move(picture.x + picture.width, picture.y + picture.height - 2, { steps: 3 });
      await page.mouse.up();
      await panel.getByLabel('Region 1: Width').waitFor();
      await panel.getByText('0% of the pixels would differ. This does not count as a change').waitFor();
      await panel.getByRole('button', { name: /Test on the last/ }).click();
      const tried = panel.getByRole('list', { name: /Recent captures/ }).getByRole('listitem');
      await tried.first().waitFor();
      expect(await tried.count()).toBe(2);

      await panel.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved. Takes effect with the next run.').waitFor();
      const { own } = await system.client.items.comparison(ids.scheduleId, ids.clockItemId);
      expect(own.ignoredRegions).toHaveLength(1);
      const none = { threshold: null, ignoredSelectors: null, ignoredRegions: null };
      await system.client.items.updateComparison(ids.scheduleId, ids.clockItemId, none);
    });

    test('the region editor compares only the regions of a page, and claims only what it knows', async () => {
      const { system, ids, page, open } = stage();
      const { scheduleId, clockItemId } = ids;
      const set = (changes: UpdateItemComparison) =>
        system.client.items.updateComparison(scheduleId, clockItemId, changes);
      onTestFinished(
        async () => void (await set({ regions: null, ignoredSelectors: null, conditions: null })),
      );
      const openEditor = async () => {
        await open(address());
        await page.keyboard.press('c');
        await page.keyboard.press('5');
        await page.getByRole('button', { name: 'Ignore areas' }).click();
        return page.getByRole('region', { name: 'Areas ignored in future checks' });
      };
      await set({ regions: ['0,580,800,20'] });
      let panel = await openEditor();
      await panel.getByText('0% of the pixels would differ. This does not count as a change').waitFor();
      await panel.getByRole('button', { name: /Test on the last/ }).click();
      const tried = panel.getByRole('list', { name: /Recent captures/ }).getByText('No change');
      await expect.poll(() => tried.count()).toBe(2);

      await set({ regions: null });
      panel = await openEditor();
      await panel.getByText(/would differ. This counts as a change unless/).waitFor();
      await panel.getByLabel('Ignored elements').fill('.advert');
      await panel.getByText(/Only a check can tell .* leaves out the ignored elements/).waitFor();

      await set({ conditions: { appears: 'sold out' } });
      panel = await openEditor();
      await panel.getByText(/Only a check can tell .* the page has conditions/).waitFor();
      await panel.getByRole('button', { name: /Test on the last/ }).click();
      await panel.getByRole('listitem').filter({ hasText: '% differs' }).first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });

    test('the difference leaves out the regions that its check left out, and says what else did not count', async () => {
      const { system, page, open } = stage();
      const { client, origin } = system;
      const url = `${origin}/demo/clock`;
      const { id, items } = await client.schedules.create({
        name: 'Left out',
        schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
        policy: { detectChanges: true },
        items: [
          { url: `${url}?regions`, width: 800, height: 600 },
          { url: `${url}?elements`, width: 800, height: 600 },
        ],
      });
      onTestFinished(() => client.schedules.delete(id));
      await client.items.updateComparison(id, items[0]!.id, { regions: ['0,580,800,20'] });
      await client.items.updateComparison(id, items[1]!.id, { ignoredSelectors: ['body'] });
      await client.schedules.run(id).wait();
      // The clock shows seconds.
      const shown = Math.floor(Date.now() / 1_000);
      await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(shown);
      await client.schedules.run(id).wait();
      const texts = ['No change', 'No change · The check did not count these differences'];
      for (const [index, text] of texts.entries()) {
        await open(`/schedules/${id}/items/${items[index]!.id}`);
        await page.keyboard.press('c');
        await page.keyboard.press('5');
        await page.getByRole('status').getByText(text, { exact: true }).waitFor();
      }
    });

    test('shortcuts work after a click or a drag, but not in a dialog', async () => {
      const { page, open } = stage();
      await open(address());
      await page.getByText('3 / 3').waitFor();
      await page.getByRole('combobox', { name: 'Frames per second' }).click();
      await page.getByRole('option', { name: '8/s' }).click();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('2 / 3').waitFor();
      await page.getByRole('slider', { name: 'Timeline position' }).click({ position: { x: 2, y: 4 } });
      await page.getByText('1 / 3').waitFor();
      await page.keyboard.press('c');
      await page.getByText('Compared with').waitFor();
      await page.keyboard.press('c');
      await page.getByText('Compared with').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Time-lapses' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create time-lapse' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowRight');
      await page.getByText('2 / 3').waitFor();
    });

    test('shows a text change as a diff', async () => {
      const { page, open } = stage();
      await open(address());
      await page.keyboard.press('c');
      await page.getByText('Compared with').waitFor();
      await page.keyboard.press('6');
      await page.locator('mark').first().waitFor();
    });

    test('creates a time-lapse, which the dialog lists later', async () => {
      const { system, ids, page, open } = stage();
      await open(address());
      const dialog = page.getByRole('dialog');
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      await page.getByRole('button', { name: 'Time-lapses' }).click();
      await press('Create time-lapse');
      await dialog.getByRole('img', { name: /Time-lapse of/ }).waitFor({ timeout: 60_000 });
      await dialog.getByText('3 captures · 640 pixels', { exact: false }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Time-lapses' }).click();
      await dialog.getByRole('img', { name: /Time-lapse of/ }).waitFor();

      await system.client.timeLapses.create(ids.clockItemId, { to: '2020-01-01T00:00:00Z' }).wait();
      await page.reload();
      await page.getByRole('button', { name: 'Time-lapses' }).click();
      const earlier = dialog.getByRole('listitem');
      await earlier.filter({ hasText: 'No capture of the item succeeded in the period' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^time-lapse-\d+\.webp$/);
      const ready = earlier.filter({ hasText: 'Ready' });
      await ready.getByRole('button', { name: 'Delete' }).click();
      await ready.getByRole('button', { name: 'Delete permanently?' }).click();
      await ready.waitFor({ state: 'detached' });
    });

    test('validation errors in a time-lapse request appear next to their fields', async () => {
      const { page, faults, open } = stage();
      await open(address());
      await page.getByRole('button', { name: 'Time-lapses' }).click();
      await page.getByRole('combobox', { name: 'Period' }).click();
      await page.getByRole('option', { name: 'Custom period' }).click();
      for (const [field, day] of [
        ['From', 20],
        ['To', 10],
      ] as const) {
        await page.getByLabel(field, { exact: true }).click();
        await page.getByRole('button', { name: new RegExp(`^${day} `) }).click();
        await page.getByRole('button', { name: 'Choose this time' }).click();
      }
      await page.getByRole('button', { name: 'Create time-lapse' }).click();
      await page.getByText('Must not be later than to').waitFor();
      expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
    });

    test('playback runs from the oldest to the newest capture', async () => {
      const { page, open } = stage();
      await open(address());
      await page.getByText('3 / 3').waitFor();
      await page.keyboard.press('p');
      await page.getByText('1 / 3').waitFor();
      await page.getByText('3 / 3').waitFor();
    });
  });
}
