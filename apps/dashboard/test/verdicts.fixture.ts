import { expect, test } from 'vitest';
import { cutParts, isTooWide, seriousFindings } from './browser.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for pages that do not show the requested content. They use the calling file's system. */
export function describeVerdicts(stage: () => Stage): void {
  test('a 404 page is marked in its run, the overview, the activity and its capture', async () => {
    const { system, page, open } = stage();
    const { schedules } = system.client;
    const { id } = await schedules.create({
      name: 'Moved',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [{ url: `${system.origin}/demo/moved`, width: 800, height: 600 }],
    });
    const run = await schedules.run(id).wait();
    await open(`/executions/${run.id}`);
    await page.getByText('1 HTTP error', { exact: true }).waitFor();
    await page.getByText('404 Not Found', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Retry unexpected pages' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await isTooWide(page)).toBe(false);
    expect(await cutParts(page)).toEqual([]);
    await open('/');
    expect(await seriousFindings(page)).toEqual([]);
    expect(await cutParts(page)).toEqual([]);
    await page.getByRole('link', { name: 'HTTP errors · 1' }).click();
    await expect.poll(() => page.url()).toContain('verdict=http_error');
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.getByRole('row').getByRole('link', { name: '/demo/moved' }).click();
    await expect.poll(() => page.url()).toContain('/screenshots/');
    await page.getByText('404 Not Found', { exact: true }).waitFor();
    const screenshotId = Number(page.url().split('/').at(-1));
    // Leaves the screen, which would otherwise request the deleted resources.
    await page.goto('about:blank');
    await schedules.delete(id);
    await system.client.screenshots.delete(screenshotId);
  });
}
