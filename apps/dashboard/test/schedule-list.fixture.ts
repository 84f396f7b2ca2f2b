import type { Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Stage } from './stage.fixture.ts';

/** More than the maximum number of schedules that the dashboard runs without confirmation. */
const count = 25;

/**
 * Handles the first request of a route and forwards the others to the server. Playwright's `times` option is unsuitable for concurrent
 * requests: when the last route expires, Playwright forwards requests whose handlers are still running.
 */
function onlyFirst(handle: (route: Route) => Promise<void>): (route: Route) => Promise<void> {
  let isFirst = true;
  return (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return handle(route);
  };
}

/** Tests for the schedule list. They use the calling file's system. */
export function describeScheduleList(stage: () => Stage): void {
  test('a bulk run starts each schedule once, even if one request is rate-limited and the response of another is lost', async () => {
    const { page, open, faults, system } = stage();
    const { schedules } = system.client;
    const schedule = { type: 'CRON', cronExpression: '0 0 1 1 *' } as const;
    const created = await Promise.all(
      Array.from({ length: count }, (_, n) => schedules.create({ name: `Bulk ${n}`, schedule, items: [] })),
    );
    // Deletes the schedules even after a failure, because they would push the rows of other tests out of view.
    onTestFinished(async () => void (await Promise.all(created.map(({ id }) => schedules.delete(id)))));
    const [refused, lost] = created.map(({ id }) => id);
    await open('/schedules?name=Bulk');
    await page.getByRole('checkbox', { name: 'Select all schedules in the list' }).click();
    await page.getByText(`${count} selected`).waitFor();

    const headers = { 'Retry-After': '1' };
    const refuse = (route: Route) => route.fulfill({ status: 429, headers });
    const loseResponse = async (route: Route) => {
      const { 'idempotency-key': key } = route.request().headers();
      await schedules.run(lost!, { idempotencyKey: key! });
      await route.abort();
    };
    await page.route(`**/${refused}/run`, onlyFirst(refuse));
    await page.route(`**/${lost}/run`, onlyFirst(loseResponse));
    await page.getByRole('button', { name: 'Run now' }).click();
    const dialog = page.getByRole('dialog', { name: `Run now: ${count} schedules` });
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await dialog.getByText('1 failed').waitFor();
    await dialog.getByRole('button', { name: 'Retry these schedules' }).click();
    await page.getByText('1 of 1 · done').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('selected').waitFor({ state: 'detached' });

    const runs = await Promise.all(created.map(({ id }) => Array.fromAsync(schedules.executions(id))));
    expect(runs.map(({ length }) => length)).toEqual(created.map(() => 1));
    expect(faults.splice(0)).toHaveLength(2);
  });

  test('the list can be filtered by tags set in the form, and the search finds them', async () => {
    const { page, open, system } = stage();
    const { schedules } = system.client;
    const schedule = { type: 'CRON', cronExpression: '0 0 1 1 *' } as const;
    const created = await Promise.all(
      ['One', 'Two'].map((name) =>
        schedules.create({
          name: `Tagged ${name}`,
          schedule,
          items: [{ url: 'https://example.com/tagged', tags: ['front'] }],
        }),
      ),
    );
    onTestFinished(async () => void (await Promise.all(created.map(({ id }) => schedules.delete(id)))));
    await open(`/schedules/${created[0]!.id}/edit`);
    await page.getByLabel('Tags').fill('shop, front door');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('link', { name: 'front door' }).click();
    await expect.poll(() => page.url()).toContain('tag=front');
    await page.getByRole('textbox', { name: 'Tag' }).fill('shop');
    await page.getByText('1 in total').waitFor();
    await page.getByRole('link', { name: 'Tagged One' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all schedules in the list' }).click();
    await page.getByText('1 selected').waitFor();

    await page.getByRole('link', { name: 'Tagged One' }).focus();
    await page.keyboard.press('/');
    await page.getByPlaceholder('Find a schedule or a page…').fill('front');
    await page.getByText('Captures tagged “front”').click();
    await expect.poll(() => page.url()).toContain('/activity?tag=front');
  });

  test("arrow keys move between the tooltips of a schedule's runs", async () => {
    const { page, open } = stage();
    await open('/schedules?name=Clock and a missing');
    const strip = page.getByRole('list', { name: 'Recent runs, oldest first' });
    await strip.locator('a[tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('tooltip').getByText('Some pages failed').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('/executions/');
  });
}
