import { usedOptions } from '@shotclock/contracts/capture-options';
import type { BrowserContextOptions, CDPSession, Protocol } from 'puppeteer';
import type { BrowserProcess } from '../browser/launch-browser.ts';
import { usageMarks } from '../in-page/mark-usage.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest, SentHeaders } from '../model/capture-types.ts';
import { emulationOf } from '../model/emulation.ts';
import { captureScreenshot, setViewport } from './capture-screenshot.ts';
import { createFrameSessions, type FrameSessions, overrideFrames } from './frame-sessions.ts';
import { grantGeolocation } from './grant-geolocation.ts';
import { type IsolatedWorld, openIsolatedWorld } from './isolated-world.ts';
import { emptyPage, type LoadResult, loadPage } from './load-page.ts';
import { withoutBodies } from './network-domain.ts';
import type { RequestBlocker } from './request-blocker.ts';
import { watchSentHeaders } from './sent-headers.ts';
import { type RequestTracker, trackRequests } from './track-requests.ts';

export type OpenPage = {
  client: CDPSession;
  /** Image pixels per CSS pixel. */
  scaleFactor: number;
  /** Whether the page is laid out as it would be on a phone. If so, the viewport may show the page at a different scale. */
  mobile: boolean;
  setViewport(viewport: CaptureRequest['viewport']): Promise<void>;
  /**
   * Sends `Page.captureScreenshot` and returns the bytes of the image.
   * @throws DocumentReplacedError if the main frame's document is replaced before the response
   */
  captureScreenshot(params: Protocol.Page.CaptureScreenshotRequest): Promise<Buffer>;
  /** ID of the main frame. */
  frameId: string;
  world: IsolatedWorld;
  /** The sessions of frames in other processes; empty if no option needs them. */
  frames: Pick<FrameSessions, 'follow'>;
  requests: RequestTracker;
  /** Loads the URL of the request. Resolves when the document or a network error is received. */
  load(): Promise<LoadResult>;
  /** Returns the current URL; it starts with `chrome-error:` if a later navigation failed. */
  url(): string;
  /** Headers of the first request for the document; null before it is sent. */
  sentHeaders(): SentHeaders | null;
  /** Rejects with a CaptureError when the page crashes or closes; never resolves. */
  lost: Promise<never>;
  /** Closes the page and its browser context, which deletes everything that the page stored. */
  close(): Promise<void>;
};

type PageSettings = Pick<CaptureRequest, 'url' | 'viewport' | 'userAgent' | 'acceptLanguage' | 'options'> & {
  /** Null if no requests are blocked. */
  blocker: RequestBlocker | null;
};

/** How a browser context reaches the network. */
export type ContextNetwork = Pick<BrowserContextOptions, 'proxyServer' | 'proxyBypassList'>;

/** Sends all traffic through the proxy. Without the bypass list, Chromium would connect to loopback directly. */
export function proxyOnly(proxyUrl: string): ContextNetwork {
  return { proxyServer: proxyUrl, proxyBypassList: ['<-loopback>'] };
}

/**
 * Opens a page in a new browser context. In headless shell, the page is created with its URL and stays paused until
 * `load`. Full Chrome does not pause the first navigation of a page, so events could be missed, and the request could be
 * sent without the overrides. In full Chrome, the page is therefore created empty. A page that emulates a device is also
 * created empty, because a paused request would contain the browser's own client hints.
 */
export async function openPage(
  browser: BrowserProcess,
  network: ContextNetwork,
  settings: PageSettings,
): Promise<OpenPage> {
  const { puppeteer, root } = browser;
  const emulation = emulationOf(settings.options);
  const { scaleFactor, mobile, geolocation, identity } = emulation;
  const pausesNavigation = browser.version.startsWith('HeadlessChrome/') && identity === null;
  const context = await puppeteer.createBrowserContext(network);
  const browserContextId = context.id!;
  const pages = closeOtherPages(root, browserContextId);
  const { promise: detached, resolve: detach } = Promise.withResolvers<void>();
  const close = async () => {
    await context.close();
    pages.release();
    puppeteer.off('disconnected', detach);
  };
  try {
    const [{ targetId }] = await Promise.all([
      root.send('Target.createTarget', {
        url: pausesNavigation ? initialUrl(settings) : emptyPage,
        browserContextId,
        ...settings.viewport,
      }),
      // If this were an option of the context, creating the page would take another round trip.
      root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    const client = pages.keep(targetId, detach);
    puppeteer.once('disconnected', detach);
    if (client.detached) detach();
    const { promise: lost, reject } = Promise.withResolvers<never>();
    lost.catch(() => undefined);
    client.on('Inspector.targetCrashed', () => reject(new CaptureError('page_crashed', 'The page crashed.')));
    void detached.then(() => reject(new CaptureError('page_closed', 'The page closed itself.')));
    client.on('Page.javascriptDialogOpening', () => {
      client.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
    });
    const url = trackUrl(client, targetId);
    const granted =
      geolocation === null
        ? []
        : [grantGeolocation(root, client, { ...settings, browserContextId, frameId: targetId })];
    const sentHeaders = watchSentHeaders(client);
    const requests = trackRequests(client, targetId);
    const frames = createFrameSessions();
    const needsFrames = usedOptions(settings.options).cookieBanners !== 'keep';
    // A paused page does not respond to all of these commands, so `load` awaits them after it has resumed the page.
    const configured = Promise.all([
      client.send('Page.enable'),
      client.send('Network.enable', withoutBodies),
      client.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      client.send('Page.addScriptToEvaluateOnNewDocument', { source: usageMarks }),
      setViewport(client, settings.viewport, emulation),
      ...overrideFrames(client, { ...settings, emulation, frames: needsFrames ? frames : null }),
      ...granted,
    ]);
    configured.catch(() => undefined);
    return {
      client,
      scaleFactor,
      mobile,
      setViewport: (viewport) => setViewport(client, viewport, emulation),
      captureScreenshot: (params) =>
        captureScreenshot(
          browser,
          { client, frameId: targetId, viewport: settings.viewport, screen: emulation },
          params,
        ),
      frameId: targetId,
      world: openIsolatedWorld(client, targetId),
      frames,
      requests,
      async load() {
        const url = pausesNavigation ? null : settings.url;
        const [loaded] = await Promise.all([
          loadPage(client, targetId, { detached, configured, url }),
          configured,
        ]);
        return loaded;
      },
      url,
      sentHeaders,
      lost,
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/**
 * The URL of the paused page when it is created. Before `navigate` resumes the page, it refuses all URLs except http
 * and https.
 */
function initialUrl({ url }: PageSettings): string {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).href : emptyPage;
}

/** Closes every page of a context except the captured page, because other pages only use CPU time and memory. */
function closeOtherPages(root: CDPSession, context: string) {
  const connection = root.connection()!;
  const sessions = new Map<string, CDPSession>();
  let kept: CDPSession | null = null;
  let closed: () => void = () => undefined;
  const attached = ({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent) => {
    if (targetInfo.browserContextId !== context) return;
    const { targetId } = targetInfo;
    const session = connection.session(sessionId)!;
    if (kept === null) {
      sessions.set(targetId, session);
      return;
    }
    // While the new page is paused, the page that opened it is blocked.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    root.send('Target.closeTarget', { targetId }).catch(() => undefined);
  };
  const detached = (session: CDPSession) => {
    if (session === kept) closed();
  };
  root.on('Target.attachedToTarget', attached);
  root.on('sessiondetached', detached);
  return {
    /** Returns the session of the page to keep. `onClosed` is called when that page closes. */
    keep(targetId: string, onClosed: () => void): CDPSession {
      kept = sessions.get(targetId) ?? null;
      if (!kept) throw new Error('The browser did not attach to its new page.');
      closed = onClosed;
      return kept;
    },
    release() {
      root.off('Target.attachedToTarget', attached);
      root.off('sessiondetached', detached);
    },
  };
}

function trackUrl(client: CDPSession, mainFrame: string): () => string {
  let url = 'about:blank';
  client.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrame) url = `${frame.url}${frame.urlFragment ?? ''}`;
  });
  client.on('Page.navigatedWithinDocument', ({ frameId, url: newUrl }) => {
    if (frameId === mainFrame) url = newUrl;
  });
  return () => url;
}
