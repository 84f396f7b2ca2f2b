// Runs the dashboard in a real browser against a complete system with real captures. The tests of a file share one system and one browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { isDataRequest, launchBrowser, openPage } from './browser.fixture.ts';
import type { Seed } from './screen-samples.fixture.ts';
import type { System } from './spawn-system.fixture.ts';
import { seed, startAlertReceiver, startSystem } from './system.fixture.ts';

/** The environment of a screen test. */
export type Stage = {
  system: System;
  browser: Browser;
  /** Receives the alerts. */
  receiver: Awaited<ReturnType<typeof startAlertReceiver>>;
  ids: Seed;
  page: Page;
  /** Faults on the page. They fail the test, so it must remove those that it expects. */
  faults: string[];
  requests: string[];
  events: string[];
  untilIdle(): Promise<void>;
  /** Opens a screen and waits until it has loaded. */
  open(address: string): Promise<void>;
  /** Repeated requests also count, unless an event may have caused them. */
  expectFewRequests(): void;
};

/**
 * Maximum number of API requests, including the event stream, when a screen is the first one to be opened. Requests for artifacts do not count,
 * because their number depends on the number of displayed captures.
 */
const maxRequests = 5;

/** Sent once any screen has loaded. */
const requestOfBell = 'GET /api/v1/deliveries?size=20';

/** Resolves when React has rendered the last response. */
const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Starts the system and the browser for all tests in the calling file. Returns a function that returns the environment of the running test. */
export function prepareStage(): () => Stage {
  let stage: Stage;
  beforeAll(async () => {
    const receiver = await startAlertReceiver();
    const [system, browser] = await Promise.all([startSystem(receiver.env), launchBrowser()]);
    stage = { system, browser, receiver, ids: await seed(system, receiver) } as Stage;
  });
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.system.stop();
    await stage?.receiver.close();
  });
  beforeEach(async () => {
    const opened = await openPage(stage.browser, stage.system.origin);
    const { page, requests, pending, events, untilIdle } = opened;
    Object.assign(stage, opened, {
      async open(address: string) {
        // On a busy machine, scripts may start so late that the network is idle before the first request.
        await Promise.all([page.waitForRequest(isDataRequest), page.goto(address)]);
        await page.locator('h1').waitFor();
        await untilIdle();
        await expect.poll(() => pending.size, { timeout: 15_000 }).toBe(0);
        await page.evaluate(nextFrame);
      },
      expectFewRequests() {
        const ofScreen = requests.filter((request) => !request.startsWith(requestOfBell));
        const { length } = events.length > 0 ? [...new Set(ofScreen)] : ofScreen;
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
