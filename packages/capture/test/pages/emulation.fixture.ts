import { parseEgressAllow } from '@shotclock/egress';
import { withDeadline } from '@shotclock/runtime';
import { type SeenByScript, startFixtureSite, testSandbox } from '@shotclock/testing';
import { BrowserSlot } from '../../src/browser/browser-slot.ts';
import { browserFlags } from '../../src/browser/launch-options.ts';
import type { CaptureRequest } from '../../src/index.ts';
import { runCapture } from '../../src/run-capture.ts';
import {
  browserPath,
  captureRequest,
  messageBudget,
  openCaptureBench,
  slotWithoutSupervisor,
} from '../capture-bench.fixture.ts';

/** The values that the scripts of `/emulated` see in each document and worker. */
export type Seen = Record<string, SeenByScript>;

const resolve = async () => ['127.0.0.1'];

/** A fixture site, and the same site under a different host name for cross-site frames. */
export async function openEmulationBench() {
  const site = await startFixtureSite();
  const framePort = new URL(site.origin).port;
  const other = `http://frame.test:${framePort}`;
  const allow = parseEgressAllow(`${site.hostPort} frame.test:${framePort}`);
  const bench = await openCaptureBench({ allow, resolve });
  const isolating = new BrowserSlot({
    executablePath: await browserPath(),
    sandbox: testSandbox(),
    // Headless shell runs frames of other sites in the page's process. Full Chrome does not.
    flags: [...browserFlags, '--site-per-process'],
    isolation: async () => null,
    ...slotWithoutSupervisor,
  });
  return {
    ...bench,
    site,
    other,
    capture: (path: string, settings: Partial<CaptureRequest> = {}) =>
      bench.capture(site.url(path), settings),
    failure: (path: string, settings: Partial<CaptureRequest> = {}) =>
      bench.failure(site.url(path), settings),
    /** Captures with a browser that runs each site in its own process. */
    async captureIsolated(path: string, settings: Partial<CaptureRequest> = {}, deadlineMs = 60_000) {
      const browser = await isolating.browser();
      using _messages = browser.guardMessages(messageBudget, () => undefined);
      using deadline = withDeadline(undefined, deadlineMs);
      using captured = await runCapture(browser, captureRequest(site.url(path), settings), {
        ...{ allow, resolve, deadline },
        signal: deadline.signal,
        abandonBrowser: () => void isolating.kill('page_stuck'),
      });
      return captured;
    },
    async close() {
      await bench.close();
      await isolating.close();
      await site.close();
    },
  };
}
export type EmulationBench = Awaited<ReturnType<typeof openEmulationBench>>;
