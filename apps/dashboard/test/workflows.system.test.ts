import { encodePng } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { describeActivity } from './activity.fixture.ts';
import { describeAlerts } from './alerts.fixture.ts';
import { seriousFindings } from './browser.fixture.ts';
import { describeConnection } from './connection.fixture.ts';
import { describeHistory } from './history.fixture.ts';
import { describeLongHistory } from './long-history.fixture.ts';
import { describeLostRights } from './lost-rights.fixture.ts';
import { describeManyPages } from './many-pages.fixture.ts';
import { describePageSettings } from './page-settings.fixture.ts';
import { describeScheduleForm } from './schedule-form.fixture.ts';
import { describeScheduleList } from './schedule-list.fixture.ts';
import { samplesOf } from './screen-samples.fixture.ts';
import { prepareStage } from './stage.fixture.ts';
import { describeTitles } from './titles.fixture.ts';
import { describeVerdicts } from './verdicts.fixture.ts';
import { describeWindows } from './windows.fixture.ts';

const stage = prepareStage();

const addressOf = (name: keyof typeof samplesOf) => samplesOf[name][0].address(stage().ids);

describeScheduleForm(stage);
describeScheduleList(stage);
describeHistory(stage);
describeLongHistory(stage);
describeActivity(stage);
describeAlerts(stage);
describeConnection(stage);
describeWindows(stage);
describeTitles(stage);
describeVerdicts(stage);
describeManyPages(stage);
describePageSettings(stage);
describeLostRights(stage);

test('a run with failures lists the failed pages and why they failed, and the user can retry them', async () => {
  const { ids, page, open } = stage();
  await open(addressOf('execution'));
  await page.getByText('1 failed').waitFor();
  await page.locator('img[src*="/failure-image?"]').waitFor();
  await page.getByText('#no-such-part', { exact: false }).first().click();
  const picture = page.getByRole('img', { name: /when its capture failed/ });
  const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
  await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Retry failed pages' }).click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/executions/${ids.executionId}`);
  await page.getByText('1 of 1 pages').waitFor({ timeout: 60_000 });
});

test('a run and its schedule list unseen changes, largest first', async () => {
  const { page, open } = stage();
  const changed = page.getByText('Changed, largest first');
  const card = page.getByRole('link', { name: /% changed/ });
  const markSeen = page.getByRole('button', { name: 'Mark all changes as seen' });
  await open(addressOf('execution'));
  await changed.click();
  await card.waitFor();
  expect(await card.count()).toBe(1);
  expect(await seriousFindings(page)).toEqual([]);
  await open(addressOf('schedule'));
  await changed.click();
  await card.first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await markSeen.click();
  await changed.waitFor({ state: 'detached' });
  await open(addressOf('execution'));
  await changed.click();
  expect(await markSeen.count()).toBe(0);
  await card.click();
  await page.locator('img[src*="/content-changes/"][alt*="% changed"]').waitFor();
});

test('a screenshot shows a zoomable picture, its text, and its HTML as source', async () => {
  const { page, open } = stage();
  await open(addressOf('screenshot'));
  await page.locator('canvas').first().waitFor();
  await page.getByRole('link', { name: 'Clock and a missing part' }).waitFor();
  await page.getByText('HTML', { exact: true }).click();
  await page.locator('pre').getByText('<!DOCTYPE html>', { exact: false }).waitFor();
});

test('a zoomable picture shows the last row of each tile', async () => {
  const { page, open } = stage();
  const size = 512;
  // A gray tile with a white last row. In a PNG, each row starts with its filter type.
  const rows = Buffer.alloc(size * (1 + 3 * size), 96);
  for (let row = 0; row < size; row += 1) rows[row * (1 + 3 * size)] = 0;
  rows.fill(255, (size - 1) * (1 + 3 * size) + 1);
  const tile = encodePng(size, size, rows);
  const json = {
    width: 3 * size,
    height: 3 * size,
    tileSize: size,
    tileOverlap: 0,
    minLevel: 11,
    maxLevel: 11,
    tileUrl: `/tiles/{level}/{column}_{row}.webp`,
  };
  await page.route(/\/tiles$/, (route) => route.fulfill({ json }));
  await page.route(/\/tiles\/11\//, (route) => route.fulfill({ body: tile, contentType: 'image/png' }));
  await open(addressOf('screenshot'));
  const whiteLines = `(() => {
    const canvas = document.querySelector('.openseadragon-canvas canvas');
    if (!canvas) return null;
    const { data } = canvas.getContext('2d').getImageData(canvas.width >> 1, 0, 1, canvas.height);
    const isWhite = (row) => data[row * 4] > 130 && data[row * 4 + 3] === 255;
    return Array.from({ length: canvas.height }, (_none, row) => isWhite(row) && !isWhite(row - 1)).filter(Boolean).length;
  })()`;
  await expect.poll(() => page.evaluate(whiteLines), { timeout: 15_000 }).toBe(3);
});

test('a page can be captured immediately, and its picture appears', async () => {
  const { system, page, open } = stage();
  await open('/capture');
  await page.getByLabel('Address').fill(`${system.origin}/demo/clock`);
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  await page.getByText('Captured in').waitFor({ timeout: 60_000 });
  const picture = page.getByRole('img', { name: /Picture of/ });
  const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
  await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0);
});

test('every control is accessible by keyboard', async () => {
  const { page, open } = stage();
  await open('/');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('/');
  await page.getByPlaceholder('Find a schedule or a page…').fill('Clock and');
  await page.getByRole('dialog').getByText('Clock and a missing part').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Clock and a missing part' }).waitFor();
  // A search for the displayed form of a URL finds pages of schedules and captures.
  const clock = stage().system.origin.replace('http://', '').concat('/demo/clock');
  await page.keyboard.press('/');
  await page.getByPlaceholder('Find a schedule or a page…').fill(clock.toUpperCase());
  await page.getByRole('dialog').getByText('Captures with', { exact: false }).waitFor();
  await page.getByRole('dialog').getByText(clock, { exact: true }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: clock }).waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the charts are shown even if the browser reports an invalid language tag', async () => {
  const { page, open } = stage();
  await page.addInitScript(`Object.defineProperties(navigator, {
    language: { value: 'en-US@posix' },
    languages: { value: ['en-US@posix'] },
  })`);
  await open('/');
  await page.getByRole('img', { name: /^Bar chart of captures/ }).waitFor();
});

test.each([375, 1_280])(
  'at a width of %i px, the prerendered screen has the same layout as the loaded one',
  async (width) => {
    const { system, browser, page, faults, open } = stage();
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
    await Promise.all([still.goto(addressOf('history')), open(addressOf('history'))]);
    await expectSameBoxes('nav');
    await context.close();
  },
);

test('invalid values in the URL are ignored', async () => {
  const { system, ids, page } = stage();
  const ofSchedule = `/activity?scheduleId=${ids.scheduleId}`;
  for (const [given, shown] of [
    ['/activity?tab=nothing&from=2026-13-45', '/activity'],
    [`${ofSchedule}&page=99999`, ofSchedule],
    ['/settings?tab=nothing', '/settings'],
    [`${addressOf('history')}?at=-1&mode=nothing`, addressOf('history')],
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

test('notifications and form errors are accessible', async () => {
  const { page, open } = stage();
  await open('/schedules/new');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByText('Enter at least one address', { exact: false }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    const findings = await seriousFindings(page, colorScheme === 'light' ? 'all' : 'colors');
    expect(findings, colorScheme).toEqual([]);
  }
  await open(addressOf('schedule'));
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('The run has started').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('a menu, the search and the help are accessible, and closing them restores focus', async () => {
  const { page, open } = stage();
  await open(addressOf('schedule'));
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

test('an unknown URL shows a message', async () => {
  const { page } = stage();
  await page.goto('/nothing/here');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});
