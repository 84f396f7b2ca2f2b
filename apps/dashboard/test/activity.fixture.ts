import { openDatabase } from '@shotclock/db';
import { expect, onTestFinished, test } from 'vitest';
import { seriousFindings } from './browser.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for the feeds and for the screens that link to them. They use the calling file's system. */
export function describeActivity(stage: () => Stage): void {
  test('the overview lists failing pages and links to their run', async () => {
    const { page, open } = stage();
    await open('/');
    const row = page.getByRole('link', { name: /Clock and a missing part.*No element matches/ });
    // A table provides the numbers of the chart to screen readers.
    await page
      .getByRole('row', { name: /\d+ \d+$/ })
      .first()
      .waitFor();
    await row.click();
    await page.getByRole('button', { name: 'Retry failed pages' }).waitFor();
  });

  test('the feeds keep their filters in the URL and can be saved as CSV', async () => {
    const { system, page, open } = stage();
    await open('/activity');
    const rows = page.getByRole('row').filter({ hasText: '/demo/clock' });
    const displayed = (await rows.first().getByRole('link').getByText('/demo/clock').textContent())!;
    const filter = page.getByLabel('Address contains');
    await filter.fill('no-such-page');
    await page.getByText('Nothing matches these filters.').waitFor();
    // The URL in its displayed form and in its stored form.
    for (const entered of [displayed, `${system.origin}/demo/clock`]) {
      await filter.fill(entered);
      await expect.poll(() => page.url()).toContain(encodeURIComponent(entered));
      await rows.first().waitFor();
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('captures.csv');
    await page.getByText('Wallet', { exact: true }).click();
    await page.getByRole('img', { name: 'Line chart of the balance over time' }).waitFor();
  });

  test('the check feed shows pictures, can be filtered and saved as CSV, and links to a comparison', async () => {
    const { ids, page, open } = stage();
    await open('/activity?tab=changes');
    await page.getByPlaceholder('Schedule: All').fill('missing part');
    await page.getByRole('option', { name: 'Clock and a missing part' }).click();
    await expect.poll(() => page.url()).toContain(`scheduleId=${ids.scheduleId}`);
    await page.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'Changed', exact: true }).click();
    await expect.poll(() => page.url()).toContain('changed=true');
    await page.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'Changed, largest first' }).click();
    await expect.poll(() => page.url()).toContain('sort=size');
    const row = page.getByRole('row').filter({ hasText: '% changed' }).first();
    const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
    for (const alt of ['Before', 'After', 'Difference'])
      await expect.poll(() => row.getByAltText(alt).evaluate(widthOf), { message: alt }).toBeGreaterThan(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('content-changes.csv');
    const shown = (await row.getByText('% changed').textContent())!;
    await row.getByRole('link').click();
    await page.getByRole('status').filter({ hasText: shown }).waitFor();
    await page.getByRole('button', { name: 'Stop comparing' }).click();
    await page.locator('canvas').first().waitFor();
  });

  test('changes are accepted, ignored and marked as seen by keys, and unconfirmed ones are shown apart', async () => {
    const { system, page, open } = stage();
    const { client, databaseUrl, origin } = system;
    const schedule = await client.schedules.create({
      name: 'Three changes',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      policy: { detectChanges: true, comparison: { confirm: false } },
      items: [{ url: `${origin}/demo/clock?changes`, width: 800, height: 600 }],
    });
    // The clock shows seconds.
    const second = () => Math.floor(Date.now() / 1_000);
    for (let run = 0; run < 4; run += 1) {
      await client.schedules.run(schedule.id).wait();
      const shown = second();
      await expect.poll(second).toBeGreaterThan(shown);
    }
    const listed = { scheduleId: schedule.id, expand: 'changes' } as const;
    const [newest] = (await client.contentChanges.list({ ...listed, changed: true })).content;
    const db = openDatabase({ url: databaseUrl, name: 'test' });
    onTestFinished(() => db.close());
    const area = { left: 10, top: 20, width: 120, height: 40 };
    await db.orm.execute(
      `update content_checks set changed = false, changed_area = null, unstable = '${JSON.stringify([area])}' where id = ${newest!.id}`,
    );
    await open(`/activity?tab=changes&scheduleId=${schedule.id}`);
    const unconfirmed = page.getByRole('row').filter({ hasText: 'Not confirmed' });
    await unconfirmed.getByText('Differs between the two captures: 120 × 40 px at 10, 20').waitFor();
    await unconfirmed.getByRole('button', { name: 'Ignore region' }).click();
    await page.getByText('Later comparisons of this page ignore the region.').waitFor();

    await open(`/activity?tab=changes&scheduleId=${schedule.id}&changed=true`);
    const rows = page.getByRole('row').filter({ hasText: '% changed' });
    await expect.poll(() => rows.count()).toBe(2);
    const isFocused = (row: number) =>
      expect.poll(() => rows.nth(row).evaluate((element) => element.matches(':focus-within'))).toBe(true);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await isFocused(1);
    await page.keyboard.press('k');
    await isFocused(0);
    await page.keyboard.press('y');
    await rows.nth(0).getByText('Accepted', { exact: true }).waitFor();
    await page.keyboard.press('i');
    await page.getByText('Later comparisons of this page ignore the region.').waitFor();
    await page.keyboard.press('m');
    await rows.nth(0).getByText('Seen', { exact: true }).waitFor();
    await isFocused(0);
    expect(await seriousFindings(page)).toEqual([]);
    const { comparison } = await client.items.comparison(schedule.id, schedule.items[0]!.id);
    expect(comparison.ignoredRegions).toEqual(['10,20,120,40', expect.any(String)]);
    await rows.nth(0).getByRole('button', { name: 'Revoke acceptance' }).click();
    await rows.nth(0).getByText('Accepted', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Seen' }).click();
    await page.getByRole('option', { name: 'Not seen' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.nth(0).getByRole('button', { name: 'Mark as seen' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    const { content } = await client.contentChanges.list({ ...listed, seen: true });
    expect(content.map(({ acceptedAt }) => acceptedAt)).toEqual([null, null]);
    await client.schedules.delete(schedule.id);
  });

  test('a feed of a schedule gets an address that feed readers can open until it is revoked', async () => {
    const { ids, system, page, open } = stage();
    await open(`/schedules/${ids.scheduleId}`);
    await page.getByRole('button', { name: 'Feed', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Feed of changes' });
    await dialog.getByRole('button', { name: 'Create address' }).click();
    const address = dialog.getByLabel('Atom feed', { exact: true });
    await address.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const url = await address.inputValue();
    const feed = await fetch(url);
    expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining('/demo/clock')]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The dialog of all changes also revokes the feeds of schedules. No address is shown again.
    await open('/activity?tab=changes');
    await page.getByRole('button', { name: 'Feed', exact: true }).click();
    const revoke = dialog.getByRole('button', { name: 'Revoke “Clock and a missing part”' });
    await revoke.waitFor();
    expect(await address.count()).toBe(0);
    await revoke.click();
    await revoke.waitFor({ state: 'detached' });
    expect((await fetch(url)).status).toBe(404);
    expect((await system.client.feeds.list()).content).toEqual([]);
  });

  test('a separate feed lists the costs of checks', async () => {
    const { page, open } = stage();
    await open('/activity?tab=charges');
    await page.getByRole('row').filter({ hasText: 'Comparison' }).first().waitFor();
  });

  test('the overview, the schedule, the run and the capture report insufficient credits, and the wallet can be topped up', async () => {
    const { system, page, open } = stage();
    const { client, databaseUrl, origin } = system;
    const schedule = await client.schedules.create({
      name: 'Without credits',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      policy: { detectChanges: true },
      items: [{ url: `${origin}/demo/clock`, width: 800, height: 600 }],
    });
    const db = openDatabase({ url: databaseUrl, name: 'test' });
    onTestFinished(() => db.close());
    await db.orm.execute('update wallets set balance = 0');
    await client.schedules.run(schedule.id).wait();

    await open('/');
    await page.getByRole('link', { name: /Without credits.*The last run was not compared/ }).click();
    await page.getByText(/No content-change check for 1 item: the balance is too low/).waitFor();
    await page
      .getByRole('link', { name: /demo\/clock/ })
      .first()
      .click();
    await page.getByText('Not compared: the balance was too low').waitFor();
    await open('/schedules?name=Without');
    await page.getByRole('link', { name: /Without credits.*Last run not compared/ }).click();
    await page.getByText(/The last run was not compared, because the balance is too low/).waitFor();
    await page.getByRole('link', { name: 'Open the wallet' }).click();
    await page.getByRole('button', { name: 'Add credits' }).click();
    await page.getByLabel('Credits to add').fill('250');
    await page.getByRole('dialog').getByRole('button', { name: 'Add credits' }).click();
    await page.getByText('250 credits', { exact: true }).waitFor();
    await client.schedules.delete(schedule.id);
  });
}
