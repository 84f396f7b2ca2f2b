import { expect, test } from 'vitest';
import { seriousFindings } from './browser.fixture.ts';
import type { Stage } from './stage.fixture.ts';

/** Tests for the screens of alerts. They use the calling file's system. */
export function describeAlerts(stage: () => Stage): void {
  test('a destination is created with its secret shown once, receives a test, and is disabled, enabled and deleted', async () => {
    const { page, open, receiver, faults } = stage();
    await open('/alerts/destinations/new');
    await page.getByLabel('Name').fill('Chat');
    await page.getByRole('button', { name: 'New destination' }).click();
    await page.getByText('Is required').waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
    await page.getByLabel('Address').fill(`${receiver.origin}/chat`);
    await page.getByRole('button', { name: 'New destination' }).click();
    const dialog = page.getByRole('dialog', { name: 'The secret of this destination' });
    await dialog.getByText(/^whsec_/).waitFor();
    await dialog.getByText('Close', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Chat' }).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The message arrived').waitFor();
    expect(receiver.received.map(({ path }) => path)).toContain('/chat');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/alerts');
  });

  test('two clicks on a page create a rule, and its form shows the message as it will look', async () => {
    const { ids, page, open, system } = stage();
    await open(`/schedules/${ids.scheduleId}/items/${ids.clockItemId}`);
    await page.getByRole('button', { name: 'Tell me about this' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell me about this' });
    await dialog.getByText('On call').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByText('On call').click();
    await dialog.waitFor({ state: 'detached' });
    const { content } = await system.client.alertRules.list();
    const rule = content.find(({ itemIds }) => itemIds?.[0] === ids.clockItemId)!;
    expect(rule).toMatchObject({ destinationIds: [ids.destinationId], failuresInARow: 2 });
    await open(`/alerts/rules/${rule.id}`);
    await page.getByRole('heading', { level: 3, name: 'Clock and a missing part: 1 change' }).waitFor();
    const picture = page.locator('article img').first();
    const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
    await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0);
    await page.getByLabel('Ignore changes smaller than').fill('100');
    await page.getByText('this message is invented').waitFor();
    await system.client.alertRules.delete(rule.id);
  });

  test('a rule about tags is sent weekly with quiet hours, and its form shows what was saved', async () => {
    const { ids, page, open, system, faults } = stage();
    await open('/alerts/rules/new');
    await page.getByLabel('Name').fill('Weekly');
    await page.getByText('Tags', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Tags' }).fill('shop, news');
    await page.getByText('Weekly', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Day' }).click();
    await page.getByRole('option', { name: 'Friday' }).click();
    await page.getByLabel('Time', { exact: true }).fill('17:30');
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    await page.getByLabel('From', { exact: true }).fill('08:00');
    await page.getByLabel('To', { exact: true }).fill('08:00');
    await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByRole('checkbox', { name: 'On call' }).check();
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Create rule' }).click();
    const isInvalid = () => page.getByLabel('To', { exact: true }).getAttribute('aria-invalid');
    await expect.poll(isInvalid).toBe('true');
    expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
    await page.getByLabel('To', { exact: true }).fill('12:00');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('Tagged news, shop').waitFor();
    const { content } = await system.client.alertRules.list();
    const rule = content.find(({ name }) => name === 'Weekly')!;
    expect(rule).toMatchObject({
      ...{ scheduleIds: null, itemIds: null, tags: ['news', 'shop'], destinationIds: [ids.destinationId] },
      timing: { type: 'WEEKLY', at: '17:30', weekday: 'FRIDAY' },
      quietHours: { from: '08:00', to: '12:00', days: expect.not.arrayContaining(['SUNDAY']) },
      timezone: 'Asia/Tokyo',
    });
    await open(`/alerts/rules/${rule.id}`);
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('17:30');
    await page.getByLabel('Name').fill('Every Friday');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { updatedAt: _, ...saved } = await system.client.alertRules.get(rule.id);
    expect({ ...rule, name: 'Every Friday' }).toMatchObject(saved);
    await system.client.alertRules.delete(rule.id);
  });

  test('a message shows its content and attempts, and is sent again', async () => {
    const { ids, page, open, receiver } = stage();
    const { length } = receiver.received;
    await open('/alerts');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'New messages' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Delivered/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(length);
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(2);
    expect(new URL(page.url()).pathname).toBe(`/alerts/messages/${ids.deliveryId}`);
  });

  test('an inbox is created with its first rule, and shows what changed', async () => {
    const { page, open, system } = stage();
    const { client, origin } = system;
    const schedule = await client.schedules.create({
      name: 'Changing clock',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      policy: { detectChanges: true, comparison: { confirm: false } },
      items: [{ url: `${origin}/demo/clock?inbox`, width: 800, height: 600 }],
    });
    await client.schedules.run(schedule.id).wait();
    await open('/inbox');
    await page.getByRole('button', { name: 'Create an inbox' }).click();
    await page.getByLabel('Name').fill('All changes');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('The rule is created').waitFor();
    await open('/inbox');
    await page.getByText('The next event that matches a rule appears here.').waitFor();
    await client.schedules.run(schedule.id).wait();
    await page.getByRole('heading', { level: 3, name: 'Changing clock: 1 change' }).waitFor();
    const pictures = page.locator('article img');
    await expect.poll(() => pictures.count()).toBe(2);
    for (const picture of await pictures.all())
      await expect
        .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(0);
    expect(await seriousFindings(page)).toEqual([]);
    const { content: rules } = await client.alertRules.list();
    await client.alertRules.delete(rules.find(({ name }) => name === 'All changes')!.id);
    const { content: destinations } = await client.destinations.list();
    await client.destinations.delete(destinations.find(({ kind }) => kind === 'inbox')!.id);
    await client.schedules.delete(schedule.id);
  });
}
