import type { Page } from 'playwright-core';
import type { FilledItem } from './fill-item.ts';

export type Scenario = { address: (item: FilledItem) => string; act: (page: Page) => Promise<void> };

const history = ({ scheduleId, itemId }: FilledItem) => `/schedules/${scheduleId}/items/${itemId}`;
const strip = (page: Page) => page.getByRole('list', { name: 'Captures, oldest first' }).locator('..');
const scrubber = (page: Page) => page.getByRole('slider');

async function centerOf(page: Page, which: (page: Page) => ReturnType<typeof strip>) {
  const box = (await which(page).boundingBox())!;
  return { ...box, midX: box.x + box.width / 2, midY: box.y + box.height / 2 };
}

/** User actions on the history screen. Each step sends input events to the browser instead of calling the page's code. */
export const scenarios: Record<string, Scenario> = {
  'nothing, on an empty page': {
    address: () => 'about:blank',
    act: (page) => page.waitForTimeout(5_000),
  },
  'nothing, on the history screen': { address: history, act: (page) => page.waitForTimeout(5_000) },
  'turns the wheel over the strip': {
    address: history,
    async act(page) {
      const { midX, midY } = await centerOf(page, strip);
      await page.mouse.move(midX, midY);
      for (let turn = 0; turn < 100; turn += 1) await page.mouse.wheel(turn % 20 === 19 ? 6_000 : -600, 0);
    },
  },
  'holds an arrow key': {
    address: history,
    async act(page) {
      for (let step = 0; step < 100; step += 1) await page.keyboard.press('ArrowLeft');
      for (let step = 0; step < 20; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    },
  },
  'drags the scrubber': {
    address: history,
    async act(page) {
      const { x, width, midY } = await centerOf(page, scrubber);
      await page.mouse.move(x + width - 8, midY);
      await page.mouse.down();
      for (let step = 0; step < 120; step += 1)
        await page.mouse.move(x + (width - 8) * Math.abs(Math.cos(step / 20)), midY);
      await page.mouse.up();
    },
  },
  'clicks the scrubber': {
    address: history,
    async act(page) {
      const { x, width, midY } = await centerOf(page, scrubber);
      for (const share of [0.5, 0.1, 0.9, 0.3, 0.7, 0.02, 0.6, 0.98]) {
        await page.mouse.click(x + width * share, midY);
        await page.waitForTimeout(400);
      }
    },
  },
  'plays at 8 captures a second': {
    address: history,
    async act(page) {
      const { x, width, midY } = await centerOf(page, scrubber);
      await page.mouse.click(x + width / 2, midY);
      await page.getByLabel('Frames per second').first().click();
      await page.getByRole('option').last().click();
      await page.keyboard.press('p');
      await page.waitForTimeout(5_000);
    },
  },
};
