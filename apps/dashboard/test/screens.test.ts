// The dashboard in a real browser, on the whole system with real captures. The tests share one system and one browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isTooWide, launchBrowser, openPage, seriousFindings } from './browser.fixture.ts';
import { startApi, startGuardedApi } from './guarded-api.fixture.ts';
import { createFilledItem } from './insert-captures.fixture.ts';
import { describeScheduleForm } from './schedule-form.fixture.ts';
import { describeScheduleList } from './schedule-list.fixture.ts';
import type { System } from './spawn-system.fixture.ts';
import { type Seed, seed, startSystem } from './system.fixture.ts';

let system: System;
let browser: Browser;
let ids: Seed;
let page: Page;
let faults: string[];
let requests: string[];
let events: string[];

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
  ids = await seed(system);
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});
beforeEach(async () => {
  ({ page, faults, requests, events } = await openPage(browser, system.origin));
});
afterEach(async () => {
  await page.context().close();
  expect(faults).toEqual([]);
});

const addressOf = {
  overview: () => '/',
  schedules: () => '/schedules',
  'new schedule': () => '/schedules/new',
  schedule: () => `/schedules/${ids.scheduleId}`,
  'edit schedule': () => `/schedules/${ids.scheduleId}/edit`,
  history: () => `/schedules/${ids.scheduleId}/items/${ids.clockItemId}`,
  execution: () => `/executions/${ids.executionId}`,
  screenshot: () => `/screenshots/${ids.screenshotId}`,
  activity: () => '/activity',
  changes: () => '/activity?tab=changes',
  wallet: () => '/activity?tab=wallet',
  'capture now': () => '/capture',
  limits: () => '/settings',
  keys: () => '/settings?tab=keys',
};

/**
 * Of a screen that is opened first, to the API. The event stream is one of them. Artifacts do not count: their number is that of the captures
 * that are shown, and a comparison of texts loads two texts as one of pictures loads two pictures.
 */
const maxRequests = 5;

/** Opens a screen, and waits until nothing of it loads. */
async function open(address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
}

/** Counts repeated requests, too, unless an event has asked for them. */
function expectFewRequests(): void {
  const { length } = events.length > 0 ? [...new Set(requests)] : requests;
  expect(length, requests.join('\n')).toBeLessThanOrEqual(maxRequests);
}

describe.each(Object.entries(addressOf))('the screen %s', (_name, address) => {
  test('needs few requests, is accessible and fits, in both themes and at three widths', async () => {
    await open(address());
    expectFewRequests();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      expect(await seriousFindings(page), colorScheme).toEqual([]);
    }
    for (const width of [375, 2_560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await isTooWide(page), `${width} px`).toBe(false);
      if (width === 375) expect(await seriousFindings(page), 'on a phone').toEqual([]);
    }
  });
});

describe.each([
  ['overview', addressOf.overview],
  ['schedules', addressOf.schedules],
  ['schedule', addressOf.schedule],
  ['history', addressOf.history],
] as const)('the screen %s in a tall window', (_name, address) => {
  test('needs few requests', async () => {
    await page.setViewportSize({ width: 2_560, height: 1_600 });
    await open(address());
    expectFewRequests();
  });
});

describeScheduleForm(() => ({ system, page, faults, open }));
describeScheduleList(() => ({ system, page, faults, open }));

describe('the history of a page', () => {
  const address = () => `/schedules/${ids.scheduleId}/items/${ids.clockItemId}`;
  const selectedId = () => new URL(page.url()).searchParams.get('at');

  test('steps through captures by keys, and the address bar follows', async () => {
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

  test('compares two captures in five ways, and a link shows the same', async () => {
    await open(address());
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page
      .getByRole('slider', { name: /Drag to move|slider/i })
      .first()
      .waitFor();
    for (const [key, shows] of [
      ['2', 'img[alt]'],
      ['3', 'input[type=range][aria-label^="How much"]'],
      ['4', 'button[aria-label^="Click, or press X"]'],
      ['5', 'img[alt*="pixels differ"]'],
    ]) {
      await page.keyboard.press(key!);
      await page.locator(shows!).first().waitFor();
      if (key === '2') expect(await page.locator('main img[width]').count()).toBe(2);
    }
    await expect.poll(() => page.url()).toContain('mode=difference');
    await page.reload();
    await page.getByText(/of the pixels differ/).waitFor();
  });

  test('has its keys after a click or a drag, and leaves those of a dialog alone', async () => {
    await open(address());
    await page.getByText('3 / 3').waitFor();
    await page.getByRole('combobox', { name: 'Frames in a second' }).click();
    await page.getByRole('option', { name: '8/s' }).click();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('2 / 3').waitFor();
    await page.getByRole('slider', { name: 'Position in time' }).click({ position: { x: 2, y: 4 } });
    await page.getByText('1 / 3').waitFor();
    await page.keyboard.press('c');
    await page.getByText('Compared with').waitFor();
    await page.keyboard.press('c');
    await page.getByText('Compared with').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Time-lapses' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make time-lapse' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 / 3').waitFor();
  });

  test('shows the change of the text as a diff', async () => {
    await open(address());
    await page.keyboard.press('c');
    await page.getByText('Compared with').waitFor();
    await page.keyboard.press('6');
    await page.locator('mark').first().waitFor();
  });

  test('is made into a time-lapse, which stays in its dialog', async () => {
    await open(address());
    const dialog = page.getByRole('dialog');
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Time-lapses' }).click();
    await press('Make time-lapse');
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
    await ready.getByRole('button', { name: 'Delete for good?' }).click();
    await ready.waitFor({ state: 'detached' });
  });

  test('shows the faults of a time-lapse at their fields', async () => {
    await open(address());
    await page.getByRole('button', { name: 'Time-lapses' }).click();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Chosen times' }).click();
    for (const [field, day] of [
      ['From', 20],
      ['To', 10],
    ] as const) {
      await page.getByLabel(field, { exact: true }).click();
      await page.getByRole('button', { name: new RegExp(`^${day} `) }).click();
      await page.getByRole('button', { name: 'Choose this time' }).click();
    }
    await page.getByRole('button', { name: 'Make time-lapse' }).click();
    await page.getByText('Must not be later than to').waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
  });

  test('plays as a time-lapse from the oldest to the newest', async () => {
    await open(address());
    await page.getByText('3 / 3').waitFor();
    await page.keyboard.press('p');
    await page.getByText('1 / 3').waitFor();
    await page.getByText('3 / 3').waitFor();
  });
});

describe('a history with captures of chosen times', () => {
  const addressOfItem = ({ scheduleId, itemId }: { scheduleId: number; itemId: number }) =>
    `/schedules/${scheduleId}/items/${itemId}`;
  const selectedId = () => Number(new URL(page.url()).searchParams.get('at'));
  // All in one month, which the calendar shows.
  const lastMonth = new Date(
    Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1),
  ).getTime();
  const noonOf = (day: number, minute = 0) =>
    new Date(lastMonth + (day - 1) * 86_400_000 + 43_200_000 + minute * 60_000).toISOString();

  test('has the order in which they finished, and days lead to their first capture', async () => {
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
    // A link knows the place of its capture without the pages before.
    await open(`${addressOfItem(item)}?at=${ofSeventh}`);
    await page.getByText('3 / 5').waitFor();

    await open(addressOfItem(item));
    await system.client.schedules.run(item.scheduleId);
    await page.getByText('6 / 6').waitFor({ timeout: 60_000 });
  });

  test('says that the captures of a link were deleted, and shows the newest one', async () => {
    const captures = [1, 2].map((day) => ({ created: noonOf(day), completed: noonOf(day), place: 0 }));
    const item = await createFilledItem(system, ids.clockItemId, captures);
    await system.client.screenshots.delete(item.captureIds[0]!);
    await open(`${addressOfItem(item)}?at=${item.captureIds[0]}&with=${item.captureIds[0]}`);
    await page.getByText('The capture of this link was deleted', { exact: false }).waitFor();
    await page.getByText('The capture to compare with was deleted', { exact: false }).waitFor();
    await page.getByText('1 / 1').waitFor();
    expectFewRequests();
    // The browser reports the response 400 as an error.
    expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
  });

  test('opens a comparison in the middle of many captures with few requests', async () => {
    await page.setViewportSize({ width: 2_560, height: 1_200 });
    const captures = Array.from({ length: 450 }, (_, minute) => {
      const time = noonOf(3, minute);
      return { created: time, completed: time, place: minute % 3 };
    });
    const item = await createFilledItem(system, ids.clockItemId, captures);
    // Frames of two pages of the list are in view.
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
      await page.waitForLoadState('networkidle');
      expectFewRequests();
      expect(await page.locator('main li button:enabled').count()).toBeGreaterThan(20);
    }
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('191 / 450').waitFor();
    expectFewRequests();
    // Beyond what the first request has loaded.
    await page.getByRole('button', { name: 'Go to the oldest capture' }).click();
    await page.getByText('1 / 450').waitFor();
    await expect.poll(selectedId).toBe(item.captureIds[0]);
    await page.getByText('Compared with').waitFor();
  });

  test('shows the pinned capture alone when it is selected', async () => {
    const captures = [1, 2, 3].map((day, place) => ({ created: noonOf(day), completed: noonOf(day), place }));
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

  test('finds changes beyond failures and beyond what is loaded', async () => {
    const at = (minute: number) => ({ created: noonOf(3, minute), completed: noonOf(3, minute) });
    const failed = Array.from({ length: 120 }, (_, minute) => at(minute));
    const item = await createFilledItem(system, ids.clockItemId, [
      { ...at(-1), place: 0 },
      ...failed,
      // The clock shows seconds, so the images of two runs can be equal, but not those of the first and the third.
      ...Array.from({ length: 151 }, (_, minute) => ({ ...at(200 + minute), place: 2 })),
    ]);
    await open(addressOfItem(item));
    await page.getByText('272 / 272').waitFor();
    await page.keyboard.press(',');
    await page.getByText('122 / 272').waitFor();
    await page.getByText('Changed', { exact: true }).waitFor();
    await page.keyboard.press(',');
    await page.getByText('No further change in this direction').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('This capture failed').waitFor();
    await page.keyboard.press('c');
    await page.getByText('so there is nothing to compare', { exact: false }).waitFor();
  });
});

test('the overview names the pages that fail, and leads to their run', async () => {
  await open('/');
  const row = page.getByRole('link', { name: /Clock and a missing part.*No element matches/ });
  // A screen reader has the numbers of the chart.
  await page
    .getByRole('row', { name: /\d+ \d+$/ })
    .first()
    .waitFor();
  await row.click();
  await page.getByRole('button', { name: 'Retry failed pages' }).waitFor();
});

test('a run with failures says why, and offers to retry them', async () => {
  await open(addressOf.execution());
  await page.getByText('1 failed').waitFor();
  await page.getByText('#no-such-part', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Retry failed pages' }).click();
  await expect.poll(() => page.url()).not.toContain(`/executions/${ids.executionId}`);
  await page.getByText('1 of 1 pages').waitFor({ timeout: 60_000 });
});

test('a screenshot has a zoomable picture, its text, and its HTML, which does not run', async () => {
  await open(addressOf.screenshot());
  await page.locator('canvas').first().waitFor();
  await page.getByRole('link', { name: 'Clock and a missing part' }).waitFor();
  await page.getByText('HTML', { exact: true }).click();
  await page.locator('pre').getByText('<!DOCTYPE html>', { exact: false }).waitFor();
});

test('a page is captured now, and its picture appears', async () => {
  await open('/capture');
  await page.getByLabel('Address').fill(`${system.origin}/demo/clock`);
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  await page.getByText('Captured in').waitFor({ timeout: 60_000 });
  const picture = page.getByRole('img', { name: /Picture of/ });
  const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
  await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0);
});

test('the feeds keep their filters in the address bar and are saved as CSV', async () => {
  await open('/activity');
  await page.getByLabel('Address, exactly').fill(`${system.origin}/demo/clock`);
  await expect.poll(() => page.url()).toContain('url=http');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('captures.csv');
  await page.getByText('Wallet', { exact: true }).click();
  await page.getByRole('img', { name: 'Line chart of the balance over time' }).waitFor();
});

test('the checks of a schedule have pictures, filters in the address bar, a file, and lead to a comparison', async () => {
  await open('/activity?tab=changes');
  await page.getByPlaceholder('Schedule: All').fill('missing part');
  await page.getByRole('option', { name: 'Clock and a missing part' }).click();
  await expect.poll(() => page.url()).toContain(`scheduleId=${ids.scheduleId}`);
  await page.getByRole('combobox', { name: 'Change' }).click();
  await page.getByRole('option', { name: 'Changed', exact: true }).click();
  await expect.poll(() => page.url()).toContain('changed=true');
  const row = page.getByRole('row').filter({ hasText: '% changed' }).first();
  const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
  for (const alt of ['Before', 'After', 'Difference'])
    await expect.poll(() => row.getByAltText(alt).evaluate(widthOf), { message: alt }).toBeGreaterThan(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('content-changes.csv');
  await row.getByRole('link').click();
  await page.getByText(/of the pixels differ/).waitFor();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await page.locator('canvas').first().waitFor();
});

test('what checks cost is a feed of its own', async () => {
  await open('/activity?tab=charges');
  await page.getByRole('row').filter({ hasText: 'Comparison' }).first().waitFor();
});

test('a change by another client appears without a reload, without polling', async () => {
  // Requests are repeated at intervals of seconds. Without timers of this length, only events can refresh the screen.
  await page.addInitScript(`for (const name of ['setTimeout', 'setInterval']) {
    const original = globalThis[name];
    globalThis[name] = (run, ms, ...rest) => (ms >= 3_000 ? 0 : original(run, ms, ...rest));
  }`);
  await open('/schedules');
  await page.getByText('Live', { exact: true }).waitFor();
  const { id } = await system.client.schedules.create({
    name: 'By another client',
    schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
    items: [{ url: `${system.origin}/demo/clock`, width: 200, height: 150 }],
  });
  const row = page.getByRole('listitem').filter({ hasText: 'By another client' });
  await row.waitFor();
  await system.client.schedules.pause(id);
  await row.getByText('Paused').waitFor();
  await row.getByRole('link', { name: 'By another client' }).click();
  await page.getByText('This schedule has not run yet.').waitFor();
  const run = await system.client.schedules.run(id);
  await page.getByText('1 of 1 pages').waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: '1 of 1 pages' }).click();
  await expect.poll(() => page.url()).toContain(`/executions/${run.id}`);
});

test('a browser signs in with a key, makes another, finds both in the audit log, and signs out', async () => {
  const api = await startGuardedApi(system);
  const visit = await openPage(browser, api.origin);
  const guarded = visit.page;
  const signIn = async (key: string) => {
    await guarded.getByRole('textbox', { name: 'API key' }).fill(key);
    await guarded.getByRole('button', { name: 'Sign in' }).click();
  };
  await guarded.goto('/settings?tab=keys');
  await signIn(`${api.key}x`);
  await guarded.getByText('This key is not valid', { exact: false }).waitFor();
  await signIn(api.key);

  await guarded.getByRole('button', { name: 'New key' }).click();
  const dialog = guarded.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Reports');
  // The session ends while the form is filled in, which is still there after the next sign-in.
  await guarded.context().clearCookies();
  await dialog.getByRole('button', { name: 'New key' }).click();
  await signIn(api.key);
  await dialog.getByRole('button', { name: 'New key' }).click();
  const reader = await dialog.locator('code').innerText();
  expect(reader).toMatch(/^sc_/);
  expect(await seriousFindings(guarded)).toEqual([]);
  await guarded.keyboard.press('Escape');
  await guarded.getByRole('row').filter({ hasText: 'Reports' }).waitFor();
  await guarded.getByText('Audit log', { exact: true }).click();
  await guarded.getByText('createApiKey').first().waitFor();
  await guarded.getByText('createSession').first().waitFor();
  expect(await seriousFindings(guarded)).toEqual([]);
  await guarded.getByRole('button', { name: 'Sign out' }).click();

  await signIn(reader);
  await guarded.getByText('Your key may not see this.').waitFor();
  await guarded.getByRole('link', { name: 'Schedules', exact: true }).first().click();
  await guarded.getByText('Your key may only read', { exact: false }).waitFor();
  expect(await guarded.getByRole('button', { name: 'New schedule' }).isDisabled()).toBe(true);

  await guarded.context().close();
  await api.stop();
  // The browser reports each request without a session as an error.
  expect(visit.faults.filter((fault) => !fault.includes('401 (Unauthorized)'))).toEqual([]);
});

test('everything is reached by the keyboard', async () => {
  await open('/');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('/');
  await page.getByPlaceholder('Find a schedule or a page…').fill('Clock and');
  await page.getByRole('dialog').getByText('Clock and a missing part').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Clock and a missing part' }).waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a browser without a connection is told so', async () => {
  await open('/');
  await page.context().setOffline(true);
  await page.getByText('You are offline', { exact: false }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline', { exact: false }).waitFor({ state: 'detached' });
  faults.length = 0;
});

test('a browser whose language is no language tag shows the charts', async () => {
  await page.addInitScript(`Object.defineProperties(navigator, {
    language: { value: 'en-US@posix' },
    languages: { value: ['en-US@posix'] },
  })`);
  await open('/');
  await page.getByRole('img', { name: /^Bar chart of the captures/ }).waitFor();
});

test.each([375, 1_280])(
  'a page of %i px shows its screen before it has scripts, and nothing moves then',
  async (width) => {
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ baseURL: system.origin, viewport, javaScriptEnabled: false });
    const still = await context.newPage();
    still.on('console', (message) => faults.push(message.text()));
    await page.setViewportSize(viewport);
    const expectSameBoxes = async (...parts: string[]) => {
      for (const part of parts) {
        const [before, after] = [still, page].map((shown) => shown.locator(part).first().boundingBox());
        expect(await before, part).toEqual(await after);
      }
    };
    await Promise.all([still.goto('/'), open('/')]);
    await expectSameBoxes('nav', 'h1', 'main section', 'main h2');
    await Promise.all([still.goto(addressOf.history()), open(addressOf.history())]);
    await expectSameBoxes('nav');
    await context.close();
  },
);

test('an outage of the server is shown, and a screen repeats what failed when the server is back', async () => {
  // Without timers of this length, no interval repeats the request.
  await page.addInitScript(`for (const name of ['setTimeout', 'setInterval']) {
    const original = globalThis[name];
    globalThis[name] = (run, ms, ...rest) => (ms >= 3_000 ? 0 : original(run, ms, ...rest));
  }`);
  let api = await startApi(system);
  await open(`${api.origin}/activity`);
  await page.getByText('Live', { exact: true }).waitFor();
  await api.stop('SIGKILL');
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByText('The server could not be reached', { exact: false }).waitFor();
  api = await startApi(system, {}, api.port);
  await page.getByText('The server could not be reached', { exact: false }).waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: '#no-such-part' }).first().waitFor();

  // The files of this screen are not loaded yet.
  await api.stop('SIGKILL');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
  api = await startApi(system, {}, api.port);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'Limits and use' }).waitFor();
  await page.context().close();
  await api.stop();
  // Each request without a server.
  faults.length = 0;
});

test('an address with values that do not exist shows the screen without them', async () => {
  for (const [given, shown] of [
    ['/activity?tab=nothing&from=2026-13-45', '/activity'],
    ['/activity?page=99999', '/activity'],
    ['/settings?tab=nothing', '/settings'],
    [`${addressOf.history()}?at=-1&mode=nothing`, addressOf.history()],
  ] as const) {
    await page.goto(given);
    await expect.poll(() => page.url()).toBe(`${system.origin}${shown}`);
    await page.locator('h1').waitFor();
  }
  await page.getByText('3 / 3').waitFor();
  for (const address of ['/executions/abc', '/schedules/-1', '/screenshots/1.5']) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  }
});

test('notifications and faults of a form are accessible', async () => {
  await open('/schedules/new');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByText('Enter at least one address', { exact: false }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    expect(await seriousFindings(page), colorScheme).toEqual([]);
  }
  await open(addressOf.schedule());
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('The run has started').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('a menu, the search and the help are accessible, and the focus returns', async () => {
  await open(addressOf.schedule());
  const more = page.getByRole('button', { name: 'More actions' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog', { name: 'Delete this schedule?' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const isFocused = (button: typeof more) =>
    expect.poll(() => button.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Escape');
  await isFocused(more);
  for (const name of ['Search', 'Keyboard shortcuts']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name, exact: true }).waitFor();
    expect(await seriousFindings(page), name).toEqual([]);
    await page.keyboard.press('Escape');
    await isFocused(button);
  }
});

test('an address without a screen says so', async () => {
  await page.goto('/nothing/here');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});
