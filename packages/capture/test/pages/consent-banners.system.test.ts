import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEgressSession, parseEgressAllow } from '@shotclock/egress';
import { consentPages, quietLogger, startConsentSite, testBrowser, testSandbox } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../src/browser/launch-browser.ts';
import { browserFlags, launchOptions } from '../../src/browser/launch-options.ts';
import { createConsentRulesLoader } from '../../src/consent/consent-rules.ts';
import { dismissPopup } from '../../src/consent/dismiss-popup.ts';
import { findBrowser } from '../../src/index.ts';
import { watchDocument } from '../../src/page/document-watch.ts';
import { type OpenPage, openPage, proxyOnly } from '../../src/page/open-page.ts';
import { captureRequest } from '../capture-bench.fixture.ts';
import { openConsentBench } from './consent-bench.fixture.ts';

describe('banners', () => {
  let bench: Awaited<ReturnType<typeof openConsentBench>>;
  let without: Buffer;
  beforeAll(async () => {
    bench = await openConsentBench({ processes: 2 });
    await bench.buildBundles();
    without = (await bench.capture('klaro?banner=off', 'keep')).pixels;
  });
  afterAll(() => bench.close());

  test.concurrent.each(consentPages)(
    '$name',
    { timeout: 60_000 },
    async ({ name, delayMs = 0, outcomes }) => {
      const capture = (action: 'keep' | 'reject' | 'hide') =>
        bench.capture(name, action, { delayMs, extractHtml: true });
      const [keep, reject, hide] = [await capture('keep'), await capture('reject'), await capture('hide')];
      expect(keep.pixels.equals(without)).toBe(false);
      for (const [{ page, pixels, html }, outcome] of [
        [reject, outcomes.reject],
        [hide, outcomes.hide],
      ] as const) {
        expect(page.consent).toMatchObject({ outcome });
        expect(pixels.equals(without)).toBe(outcome !== 'none');
        expect(html).not.toContain('autoconsent');
      }
    },
  );
});

describe('a page locked by its banner can be scrolled', () => {
  let site: Awaited<ReturnType<typeof startConsentSite>>;
  let profile: string;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  beforeAll(async () => {
    site = await startConsentSite();
    profile = await mkdtemp(join(tmpdir(), 'consent-'));
    const executablePath = await findBrowser(testBrowser());
    browser = await launchBrowser(
      // Pages cannot be scrolled with the flag that paints pages beyond the viewport. Frames of other sites have their
      // own processes.
      launchOptions({
        ...{ executablePath, sandbox: testSandbox(), profile, isolated: false },
        flags: [
          ...browserFlags.filter((flag) => !flag.startsWith('--blink-settings=')),
          '--site-per-process',
        ],
      }),
    );
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await rm(profile, { recursive: true, force: true });
  });

  /** The scroll position once the page has not moved for ten frames. */
  async function restingScrollY({ client }: OpenPage): Promise<number> {
    const { result } = await client.send('Runtime.evaluate', {
      expression: `(async () => {
        for (let still = 0, last = 0; still < 10; still += 1) {
          await new Promise(requestAnimationFrame);
          if (scrollY !== last) still = 0;
          last = scrollY;
        }
        return scrollY;
      })()`,
      awaitPromise: true,
    });
    return result.value;
  }

  /** Turns the mouse wheel after the popup was handled, and returns whether the page scrolled. */
  async function scrolls(name: string, action: 'keep' | 'reject' | 'hide'): Promise<boolean> {
    await using session = await openEgressSession({
      allow: parseEgressAllow(site.hostPort),
      resolve: async () => ['127.0.0.1'],
      onRefused: () => undefined,
    }).then((session) => ({ ...session, [Symbol.asyncDispose]: () => session.close() }));
    const url = `http://shop.test:${site.hostPort.split(':')[1]}/${name}`;
    const request = captureRequest(url, { options: { cookieBanners: action } });
    const open = await openPage(browser, proxyOnly(session.proxyUrl), { ...request, blocker: null });
    try {
      using watch = watchDocument(open.client, open.frameId);
      await open.load();
      await watch.waitForState('page_loaded', 20_000);
      const rules = await createConsentRulesLoader(null)();
      const settings = { rules, previousMs: 0, waitUntil: 'page_loaded', remainingMs: 60_000 } as const;
      if (action !== 'keep') await dismissPopup(open, watch, { action, ...settings, logger: quietLogger });
      // Otherwise, the browser may send the wheel event to a frame of another process that has just been removed.
      await restingScrollY(open);
      const wheel = { type: 'mouseWheel', x: 200, y: 20, deltaX: 0, deltaY: 120 } as const;
      await open.client.send('Input.dispatchMouseEvent', wheel);
      return (await restingScrollY(open)) > 0;
    } finally {
      await open.close();
    }
  }

  test.each(consentPages.filter(({ locks }) => locks))('$name', { timeout: 60_000 }, async ({ name }) => {
    expect(await scrolls(name, 'keep')).toBe(false);
    expect(await scrolls(name, 'reject')).toBe(true);
    expect(await scrolls(name, 'hide')).toBe(true);
  });
});
