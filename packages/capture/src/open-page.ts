import type { Browser, CDPSession, Page } from 'puppeteer';
import { CaptureError } from './capture-error.ts';
import type { CaptureRequest } from './capture-types.ts';
import { type IsolatedWorld, openIsolatedWorld } from './isolated-world.ts';

export type OpenPage = {
  page: Page;
  client: CDPSession;
  frameId: string;
  world: IsolatedWorld;
  /** Rejects with a CaptureError when the page crashes or closes itself; never resolves. */
  lost: Promise<never>;
  /** Closes the page with its context and everything that it stored. */
  close(): Promise<void>;
};

type PageSettings = Pick<CaptureRequest, 'viewport' | 'userAgent' | 'acceptLanguage'>;

/** The way of a browser context to the network. */
export type ContextNetwork = { proxyServer?: string; proxyBypassList?: string[] };

/** Everything through the proxy: a context with a proxy of its own has its own list, and loopback is on it unless taken off. */
export function onlyThrough(proxyUrl: string): ContextNetwork {
  return { proxyServer: proxyUrl, proxyBypassList: ['<-loopback>'] };
}

/** Opens an empty page in a context of its own, whose only way to the network is `network`. */
export async function openPage(
  browser: Browser,
  network: ContextNetwork,
  settings: PageSettings,
): Promise<OpenPage> {
  const context = await browser.createBrowserContext({
    ...network,
    downloadBehavior: { policy: 'deny' },
  });
  try {
    const page = await context.newPage();
    const client = await page.createCDPSession();
    const { promise: lost, reject } = Promise.withResolvers<never>();
    lost.catch(() => undefined);
    page.on('error', (cause) => reject(new CaptureError('page_crashed', 'The page crashed.', { cause })));
    page.on('close', () => reject(new CaptureError('page_closed', 'The page closed itself.')));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    page.on('popup', (popup) => void popup?.close().catch(() => undefined));
    const [frameId] = await Promise.all([
      client.send('Page.getFrameTree').then(({ frameTree }) => frameTree.frame.id),
      ...dress(page, client, settings),
    ]);
    return {
      page,
      client,
      frameId,
      world: openIsolatedWorld(client, frameId),
      lost,
      close: () => context.close(),
    };
  } catch (error) {
    await context.close().catch(() => undefined);
    throw error;
  }
}

function dress(page: Page, client: CDPSession, settings: PageSettings): Promise<unknown>[] {
  const { viewport, userAgent, acceptLanguage } = settings;
  return [
    client.send('Page.enable'),
    client.send('Network.enable'),
    client.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    client.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false }),
    // Through Puppeteer, which gives both to frames in processes of their own too.
    ...(userAgent === null ? [] : [page.setUserAgent({ userAgent })]),
    ...(acceptLanguage === null ? [] : speak(page, client, acceptLanguage)),
  ];
}

/** Chromium's own override would write weights of its own into the header, which must be what was asked for. */
function speak(page: Page, client: CDPSession, acceptLanguage: string): Promise<unknown>[] {
  const languages = acceptLanguage
    .split(',')
    .map((language) => language.split(';')[0]!.trim())
    .filter((language) => /^[A-Za-z]/.test(language));
  const [language] = languages;
  return [
    page.setExtraHTTPHeaders({ 'Accept-Language': acceptLanguage }),
    ...(language === undefined
      ? []
      : [client.send('Page.addScriptToEvaluateOnNewDocument', { source: navigatorSpeaks(languages) })]),
  ];
}

function navigatorSpeaks(languages: string[]): string {
  const list = JSON.stringify(languages);
  return `{
    const languages = Object.freeze(${list});
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => languages, configurable: true });
    Object.defineProperty(Navigator.prototype, 'language', { get: () => languages[0], configurable: true });
  }`;
}
