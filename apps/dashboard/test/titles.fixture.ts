import { expect, test } from 'vitest';
import { samples } from './screen-samples.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for titles and for links to missing resources. They use the calling file's system. */
export function describeTitles(stage: () => Stage): void {
  test('each screen sets the document title', async () => {
    const { ids, page } = stage();
    const missing = { address: () => '/nothing', title: 'There is nothing here' };
    for (const { address, title } of [...samples, missing]) {
      const expected = typeof title === 'string' ? title : title(stage());
      await page.goto(address(ids));
      await expect.poll(() => page.title(), { message: address(ids) }).toBe(`${expected} · Shotclock`);
    }
  });

  test('a link to a missing resource shows a message and links to other screens', async () => {
    const { ids, page, faults, open } = stage();
    const item = `/schedules/${ids.scheduleId}/items`;
    for (const [address, sentence, link, to] of [
      ['/schedules/999999', 'This schedule does not exist', 'Show all schedules', '/schedules'],
      ['/schedules/999999/edit', 'This schedule does not exist', 'Show the newest captures', '/activity'],
      ['/schedules/999999/items/1', 'This schedule does not exist', 'Show all schedules', '/schedules'],
      [`${item}/999999`, 'This page does not exist', 'Show the schedule', `/schedules/${ids.scheduleId}`],
      ['/executions/999999', 'This run does not exist', 'Show all schedules', '/schedules'],
      ['/alerts/messages/999999', 'This message does not exist', 'Show all messages', '/alerts'],
      ['/alerts/destinations/999999', 'This destination does not exist', 'Show all destinations', '/alerts'],
      ['/alerts/rules/999999', 'This rule does not exist', 'Show all rules', '/alerts'],
      ['/screenshots/999999', 'This capture does not exist', 'Show the newest captures', '/activity'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: sentence }).waitFor();
      await expect.poll(() => page.title()).toBe(`${sentence} · Shotclock`);
      await page.getByRole('link', { name: link }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(to);
    }
    await open(`/screenshots/${ids.screenshotId}?with=999999`);
    await page.getByText('The capture to compare with does not exist.').waitFor();
    await page.locator('canvas').first().waitFor();
    expect(faults.splice(0).filter((fault) => !fault.includes('404 (Not Found)'))).toEqual([]);
  });

  test('the captures of a deleted schedule are still shown', async () => {
    const { system, page, faults, open } = stage();
    const { schedules } = system.client;
    const { id, items } = await schedules.create({
      name: 'Soon deleted',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [{ url: `${system.origin}/demo/clock`, width: 200, height: 150 }],
    });
    const run = await schedules.run(id).wait();
    await schedules.delete(id);
    await open(`/schedules/${id}/items/${items[0]!.id}`);
    await page.getByText('Deleted schedule').waitFor();
    await page.getByText('1 / 1').waitFor();
    await open(`/executions/${run.id}`);
    await page.getByText('Deleted schedule').waitFor();
    await page.getByRole('link', { name: '/demo/clock' }).first().click();
    await page.getByText('Deleted schedule').waitFor();
    // Aborts requests for the schedule, because their 404 responses would count as faults of the next test.
    await page.goto('about:blank');
    expect(faults.splice(0).filter((fault) => !fault.includes('404 (Not Found)'))).toEqual([]);
  });
}
