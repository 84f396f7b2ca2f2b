import type { BrowserContextOptions, CDPSession, Protocol } from 'puppeteer';
import type { BrowserProcess } from '../browser/launch-browser.ts';
import { observerMark } from '../in-page/mark-observers.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import { captureScreenshot, setViewport } from './capture-screenshot.ts';
import { type IsolatedWorld, openIsolatedWorld } from './isolated-world.ts';
import { type LoadResult, loadPage } from './load-page.ts';
import { overrideUserAgent } from './override-user-agent.ts';

export type OpenPage = {
  client: CDPSession;
  /**
   * `Page.captureScreenshot`, with the bytes of the image.
   * @throws DocumentReplacedError when the main frame's document is replaced meanwhile
   */
  captureScreenshot(params: Protocol.Page.CaptureScreenshotRequest): Promise<Buffer>;
  /** The main frame. */
  frameId: string;
  world: IsolatedWorld;
  /** Goes to the address that the page was opened for. Resolves when its document, or an error, is there. */
  load(): Promise<LoadResult>;
  /** The address that the page stands at; `chrome-error:` after one that could not be loaded. */
  url(): string;
  /** Rejects with a CaptureError when the page crashes or closes itself; never resolves. */
  lost: Promise<never>;
  /** Closes the page with its context and everything that it stored. */
  close(): Promise<void>;
};

type PageSettings = Pick<
  CaptureRequest,
  'url' | 'viewport' | 'userAgent' | 'acceptLanguage' | 'fullPage' | 'crop' | 'element'
>;

/** How a browser context reaches the network. */
export type ContextNetwork = Pick<BrowserContextOptions, 'proxyServer' | 'proxyBypassList'>;

/** Everything through the proxy: a context with a proxy of its own has its own list, and loopback is on it unless taken off. */
export function proxyOnly(proxyUrl: string): ContextNetwork {
  return { proxyServer: proxyUrl, proxyBypassList: ['<-loopback>'] };
}

/** Opens a page, which waits at its address until `load`, in a context of its own, whose only way to the network is `network`. */
export async function openPage(
  browser: BrowserProcess,
  network: ContextNetwork,
  settings: PageSettings,
): Promise<OpenPage> {
  const { puppeteer, root } = browser;
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
      root.send('Target.createTarget', { url: initialUrl(settings), browserContextId, ...settings.viewport }),
      // Not an option of the context: that would be one more round trip before its page.
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
    const url = followUrl(client, targetId);
    // A page that waits does not answer all of these before it goes on.
    const dressed = Promise.all([
      client.send('Page.enable'),
      client.send('Network.enable'),
      client.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      ...(mayExceedViewport(settings)
        ? [client.send('Page.addScriptToEvaluateOnNewDocument', { source: observerMark })]
        : []),
      setViewport(client, settings.viewport),
      ...overrideUserAgent(client, settings),
    ]);
    dressed.catch(() => undefined);
    return {
      client,
      captureScreenshot: (params) =>
        captureScreenshot(browser, { client, frameId: targetId, viewport: settings.viewport }, params),
      frameId: targetId,
      world: openIsolatedWorld(client, targetId),
      async load() {
        const [loaded] = await Promise.all([loadPage(client, targetId, detached), dressed]);
        return loaded;
      },
      url,
      lost,
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

function mayExceedViewport({ fullPage, crop, element }: PageSettings): boolean {
  return fullPage || crop !== null || element !== null;
}

/** Nothing but a web page is opened here, not even one that waits and is refused before it loads. */
function initialUrl({ url }: PageSettings): string {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).href : 'about:blank';
}

/** Closes every page of a context but the one that is kept: each would be one more to pay for. */
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
    // While it waits, so does the page that opened it.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    root.send('Target.closeTarget', { targetId }).catch(() => undefined);
  };
  const detached = (session: CDPSession) => {
    if (session === kept) closed();
  };
  root.on('Target.attachedToTarget', attached);
  root.on('sessiondetached', detached);
  return {
    /** The session of a page that was created here. `onClosed` is called when the page has closed. */
    keep(targetId: string, onClosed: () => void): CDPSession {
      kept = sessions.get(targetId) ?? null;
      if (!kept) throw new Error('The browser did not attach its new page.');
      closed = onClosed;
      return kept;
    },
    release() {
      root.off('Target.attachedToTarget', attached);
      root.off('sessiondetached', detached);
    },
  };
}

function followUrl(client: CDPSession, mainFrame: string): () => string {
  let url = 'about:blank';
  client.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrame) url = `${frame.url}${frame.urlFragment ?? ''}`;
  });
  client.on('Page.navigatedWithinDocument', ({ frameId, url: now }) => {
    if (frameId === mainFrame) url = now;
  });
  return () => url;
}
