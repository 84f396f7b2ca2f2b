import AxeBuilder from '@axe-core/playwright';
import { browserEnvironment, findBrowser } from '@shotclock/capture';
import { testBrowser, testSandbox } from '@shotclock/testing';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';

/** Playwright downloads no browser: the tests use the one that captures pages. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await findBrowser(testBrowser());
  return chromium.launch({
    executablePath,
    // Its own fonts: without a font, Chromium ends when it draws text.
    env: browserEnvironment(executablePath),
    args: [...args, ...(testSandbox() ? [] : ['--no-sandbox'])],
  });
}

export type OpenedPage = {
  page: Page;
  /** What its policy has blocked, its errors, failed requests, and requests to other servers. */
  faults: string[];
  /** Its requests to the API, without artifacts: pictures and stored texts. */
  requests: string[];
  /** Those without the event stream that have not ended. */
  pending: Set<Request>;
  /** The events that it received; they can repeat requests. */
  events: string[];
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
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  tools.on('Network.eventSourceMessageReceived', ({ eventName }) => {
    if (eventName !== 'ready') events.push(eventName);
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
  return { page, faults, requests, pending, events };
}

/**
 * Whether a request reads what a capture has stored, such as the picture of a frame, or one of the two texts that are compared. The viewers read
 * the pictures that they draw on a canvas by `fetch`.
 */
const isArtifact = (request: Request) =>
  request.resourceType() === 'image' || /\/(image|text|html)$/.test(new URL(request.url()).pathname);

/** Whether a request reads or writes what a screen shows. The event stream, which has no end, does not. */
export function isDataRequest(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') && pathname !== '/api/v1/events' && !isArtifact(request);
}

/** The rules of axe whose result a theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Serious findings of axe on what the page shows. */
export async function seriousFindings(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // The other mode loads axe into a second page, for frames of other origins. The dashboard has none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (rules === 'colours') axe.withRules(colourRules);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** The tables and other parts that are wider than their frame, so that a phone cuts them. */
export const cutParts = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('main section[tabindex]')].filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.ariaLabel)`,
  );

/** The heading that has the focus; null if something else has it. */
export const focusedHeading = (page: Page): Promise<string | null> =>
  page.evaluate(`document.activeElement.localName === 'h1' ? document.activeElement.textContent : null`);

/** Whether something is wider than the window. Parts that scroll by themselves do not count. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
