import AxeBuilder from '@axe-core/playwright';
import { browserEnvironment, findBrowser } from '@shotclock/capture';
import { testBrowser, testSandbox } from '@shotclock/testing';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { isEventStream, watchNetwork } from './network-idle.fixture.ts';

/** Launches the browser that captures pages, because Playwright's own browser is not installed. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await findBrowser(testBrowser());
  return chromium.launch({
    executablePath,
    // Provides the bundled fonts: without a font, Chromium crashes when it draws text.
    env: browserEnvironment(executablePath),
    args: [...args, ...(testSandbox() ? [] : ['--no-sandbox'])],
  });
}

export type OpenedPage = {
  page: Page;
  /** Policy violations, errors, failed requests and requests to other servers. */
  faults: string[];
  /** Requests to the API, except those for artifacts (pictures and stored texts). */
  requests: string[];
  /** Pending requests to the API, except those for artifacts and the event stream. */
  pending: Set<Request>;
  /** The names of received events. Events can cause repeated requests. */
  events: string[];
  /** Waits until no request is pending, except for the event stream. */
  untilIdle(): Promise<void>;
};

export async function openPage(browser: Browser, origin: string): Promise<OpenedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    viewport: { width: 1_280, height: 800 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  const pending = new Set<Request>();
  const events: string[] = [];
  const untilIdle = watchNetwork(page);
  await watchEvents(page, (name) => {
    if (name !== 'ready') events.push(name);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) faults.push(`request: ${url}`);
    if (url.pathname.startsWith('/api/') && !isArtifact(request))
      requests.push(`${request.method()} ${url.pathname}${url.search}`);
    if (isDataRequest(request)) pending.add(request);
  });
  const end = (request: Request) => void pending.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`,
  );
  return { page, faults, requests, pending, events, untilIdle };
}

/** Reports the name of each event that the page receives. */
async function watchEvents(page: Page, onEvent: (name: string) => void): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const streams = new Map<string, string>();
  const receive = (requestId: string, data: string) => {
    const lines = `${streams.get(requestId)}${Buffer.from(data, 'base64')}`.split('\n');
    streams.set(requestId, lines.pop()!);
    for (const line of lines) if (line.startsWith('event: ')) onEvent(line.slice('event: '.length));
  };
  tools.on('Network.responseReceived', async ({ requestId, response }) => {
    if (response.mimeType !== 'text/event-stream') return;
    streams.set(requestId, '');
    // The stream may have ended.
    const started = await tools.send('Network.streamResourceContent', { requestId }).catch(() => null);
    if (started) receive(requestId, started.bufferedData);
  });
  tools.on('Network.dataReceived', ({ requestId, data }) => {
    if (data && streams.has(requestId)) receive(requestId, data);
  });
  await tools.send('Network.enable');
}

/**
 * Whether a request reads an artifact of a capture, such as its picture or its text. The resource type is not sufficient, because the viewers use `fetch`
 * for pictures that they draw on a canvas.
 */
const isArtifact = (request: Request) =>
  request.resourceType() === 'image' || /\/(image|text|html)$/.test(new URL(request.url()).pathname);

/** Whether a request reads or writes the data of a screen. The event stream does not count, because it never ends. */
export function isDataRequest(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') && !isEventStream(request) && !isArtifact(request);
}

/** The axe rules whose results depend on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The serious findings that axe reports for the current page. */
export async function seriousFindings(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // The default mode opens a second page for cross-origin frames, which the dashboard does not contain. Preloaded files serve
  // rules about media and orientation.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  if (rules === 'colors') axe.withRules(colorRules);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** The labels of tables and other regions that a phone truncates because they are wider than their frame. */
export const cutParts = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('main section[tabindex]')].filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.ariaLabel)`,
  );

/** The text of the focused heading; null if another element has focus. */
export const focusedHeading = (page: Page): Promise<string | null> =>
  page.evaluate(`document.activeElement.localName === 'h1' ? document.activeElement.textContent : null`);

/** Whether the page is wider than the window. Regions with their own scroll bar do not count. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
