import { describe, expect, test } from 'vitest';
import { createFilledItem } from './insert-captures.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for histories with inserted captures. They use the calling file's system. */
export function describeLongHistory(stage: () => Stage): void {
  describe('a history with captures at given times', () => {
    const addressOfItem = ({ scheduleId, itemId }: { scheduleId: number; itemId: number }) =>
      `/schedules/${scheduleId}/items/${itemId}`;
    const selectedId = () => Number(new URL(stage().page.url()).searchParams.get('at'));
    // All captures are in the month that the calendar shows.
    const lastMonth = new Date(
      Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1),
    ).getTime();
    const noonOf = (day: number, minute = 0) =>
      new Date(lastMonth + (day - 1) * 86_400_000 + 43_200_000 + minute * 60_000).toISOString();

    test('is ordered by completion, and selecting a day in the calendar opens its first capture', async () => {
      const { system, ids, page, open } = stage();
      const created = noonOf(2);
      const item = await createFilledItem(system, ids.clockItemId, [
        { created, completed: noonOf(9), place: 0 },
        { created, completed: noonOf(5, 1), place: 1 },
        { created, completed: noonOf(5) },
        { created, completed: noonOf(7, 1), place: 2 },
        { created, completed: noonOf(7), place: 0 },
      ]);
      const [ofNinth, , ofFifth, , ofSeventh] = item.captureIds;
      await open(addressOfItem(item));
      await page.getByText('5 / 5').waitFor();
      const calendar = page.getByRole('region', { name: /^Captures and changes in/ });
      for (const [day, captures, place, id] of [
        [5, 2, '1 / 5', ofFifth],
        [7, 2, '3 / 5', ofSeventh],
        [9, 1, '5 / 5', ofNinth],
      ] as const) {
        const button = calendar.getByText(String(day), { exact: true });
        expect(await button.getAttribute('aria-label')).toContain(`: ${captures} capture`);
        await button.click();
        await page.getByText(place).waitFor();
        await expect.poll(selectedId).toBe(id);
      }
      // The screen knows the index of a linked capture without loading the preceding pages.
      await open(`${addressOfItem(item)}?at=${ofSeventh}`);
      await page.getByText('3 / 5').waitFor();

      await open(addressOfItem(item));
      await system.client.schedules.run(item.scheduleId);
      await page.getByText('6 / 6').waitFor({ timeout: 60_000 });
    });

    test('a link to deleted captures shows a message and the newest capture', async () => {
      const { system, ids, page, faults, open, expectFewRequests } = stage();
      const captures = [1, 2].map((day) => ({ created: noonOf(day), completed: noonOf(day), place: 0 }));
      const item = await createFilledItem(system, ids.clockItemId, captures);
      await system.client.screenshots.delete(item.captureIds[0]!);
      await open(`${addressOfItem(item)}?at=${item.captureIds[0]}&with=${item.captureIds[0]}`);
      await page.getByText('The capture in this link does not exist', { exact: false }).waitFor();
      await page.getByText('The capture to compare with does not exist', { exact: false }).waitFor();
      await page.getByText('1 / 1').waitFor();
      expectFewRequests();
      // The browser logs the 404 response as an error.
      expect(faults.splice(0)).toEqual([expect.stringContaining('404 (Not Found)')]);
    });

    test('sends few requests to open a comparison in the middle of many captures', async () => {
      const { system, ids, page, requests, events, untilIdle, open, expectFewRequests } = stage();
      await page.setViewportSize({ width: 2_560, height: 1_200 });
      const captures = Array.from({ length: 450 }, (_, minute) => {
        const time = noonOf(3, minute);
        return { created: time, completed: time, place: minute % 3 };
      });
      const item = await createFilledItem(system, ids.clockItemId, captures);
      // The visible captures are on two pages of the list.
      const [selected, other] = [item.captureIds[200], item.captureIds[22]];
      const link = `${addressOfItem(item)}?at=${selected}&with=${other}`;
      for (const [mode, shows] of [
        ['split', 'main img[width]'],
        ['text', 'main mark'],
      ]) {
        requests.length = 0;
        events.length = 0;
        await open(`${link}&mode=${mode}`);
        await page.getByText('201 / 450').waitFor();
        await page.locator(shows!).first().waitFor();
        await untilIdle();
        expectFewRequests();
        expect(await page.locator('main li button:enabled').count()).toBeGreaterThan(20);
      }
      await page.keyboard.press('Shift+ArrowLeft');
      await page.getByText('191 / 450').waitFor();
      expectFewRequests();
      // The first request did not load this capture.
      await page.getByRole('button', { name: 'Go to the oldest capture' }).click();
      await page.getByText('1 / 450').waitFor();
      await expect.poll(selectedId).toBe(item.captureIds[0]);
      await page.getByText('Compared with').waitFor();
    });

    test('shows the pinned capture without a comparison when it is selected', async () => {
      const { system, ids, page, open } = stage();
      const captures = [1, 2, 3].map((day, place) => ({
        created: noonOf(day),
        completed: noonOf(day),
        place,
      }));
      const item = await createFilledItem(system, ids.clockItemId, captures);
      await open(addressOfItem(item));
      await page.getByText('3 / 3').waitFor();
      await page.getByRole('button', { name: 'Pin to compare' }).click();
      await page.getByText('Pinned. Select another capture').waitFor();
      await page.keyboard.press('2');
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Compared with').waitFor();
      await expect.poll(() => page.locator('main img[width]').count()).toBe(2);
      await page.keyboard.press('ArrowRight');
      await page.getByText('Pinned. Select another capture').waitFor();
      await expect.poll(() => page.locator('main img[width]').count()).toBe(1);
    });

    test('finds changes beyond failed captures and in captures that are not loaded yet', async () => {
      const { system, ids, page, open } = stage();
      const at = (minute: number) => ({ created: noonOf(3, minute), completed: noonOf(3, minute) });
      const failed = Array.from({ length: 120 }, (_, minute) => at(minute));
      const item = await createFilledItem(system, ids.clockItemId, [
        { ...at(-1), place: 0 },
        ...failed,
        // The clock shows seconds, so two consecutive runs can have identical images, but the first and the third run
        // cannot.
        ...Array.from({ length: 151 }, (_, minute) => ({ ...at(200 + minute), place: 2 })),
      ]);
      await open(addressOfItem(item));
      await page.getByText('272 / 272').waitFor();
      await page.keyboard.press(',');
      await page.getByText('122 / 272').waitFor();
      await page.getByText('Changed', { exact: true }).waitFor();
      await page.keyboard.press(',');
      await page.getByText('No more changes in this direction').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('This capture failed').waitFor();
      await page.keyboard.press('c');
      await page.getByText('so there is nothing to compare', { exact: false }).waitFor();
    });
  });
}
