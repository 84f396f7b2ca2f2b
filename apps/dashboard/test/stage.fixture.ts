// The dashboard in a real browser, on the whole system with real captures. The tests of a file share one system and one browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { isDataRequest, launchBrowser, openPage } from './browser.fixture.ts';
import type { Seed } from './screen-samples.fixture.ts';
import type { System } from './spawn-system.fixture.ts';
import { seed, startSystem } from './system.fixture.ts';

/** What a test of a screen works with. */
export type Stage = {
  system: System;
  browser: Browser;
  ids: Seed;
  page: Page;
  /** What a page must not have; a test removes the faults that it expects. */
  faults: string[];
  requests: string[];
  events: string[];
  /** Opens a screen, and waits until nothing of it loads. */
  open(address: string): Promise<void>;
  /** Counts repeated requests, too, unless an event has asked for them. */
  expectFewRequests(): void;
};

/**
 * Of a screen that is opened first, to the API. The event stream is one of them. Artifacts do not count: their number is that of the captures
 * that are shown, and a comparison of texts loads two texts as one of pictures loads two pictures.
 */
const maxRequests = 5;

/** When React has rendered the last response. */
const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Prepares the tests of a file. The function that it returns has the page of the running test. */
export function prepareStage(): () => Stage {
  let stage: Stage;
  beforeAll(async () => {
    const [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
    stage = { system, browser, ids: await seed(system) } as Stage;
  });
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.system.stop();
  });
  beforeEach(async () => {
    const opened = await openPage(stage.browser, stage.system.origin);
    const { page, requests, pending, events } = opened;
    Object.assign(stage, opened, {
      async open(address: string) {
        // A busy machine may start the scripts so late that the network was idle before the first request.
        await Promise.all([page.waitForRequest(isDataRequest), page.goto(address)]);
        await page.locator('h1').waitFor();
        await page.waitForLoadState('networkidle');
        await expect.poll(() => pending.size, { timeout: 15_000 }).toBe(0);
        await page.evaluate(nextFrame);
      },
      expectFewRequests() {
        const { length } = events.length > 0 ? [...new Set(requests)] : requests;
        expect(length, requests.join('\n')).toBeLessThanOrEqual(maxRequests);
      },
    });
  });
  afterEach(async () => {
    await stage.page.context().close();
    expect(stage.faults).toEqual([]);
  });
  return () => stage;
}
