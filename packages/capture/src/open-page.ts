import type { Protocol } from 'devtools-protocol';
import { CaptureError } from './capture-error.ts';
import type { CaptureRequest } from './capture-types.ts';
import type { CdpSession } from './cdp/cdp-session.ts';
import { dressFrames } from './dress-frames.ts';
import { firstLoad, type Loaded } from './first-load.ts';
import { type IsolatedWorld, openIsolatedWorld } from './isolated-world.ts';
import type { Browser } from './launch-browser.ts';
import { observerMark } from './watches-scrolling.ts';

export type OpenPage = {
  client: CdpSession;
  /** The main frame. */
  frameId: string;
  world: IsolatedWorld;
  /** Goes to the address that the page was opened for. Resolves when its document, or an error, is there. */
  load(): Promise<Loaded>;
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

/** The way of a browser context to the network, as `Target.createBrowserContext` takes it. */
export type ContextNetwork = { proxyServer?: string; proxyBypassList?: string };

/** Everything through the proxy: a context with a proxy of its own has its own list, and loopback is on it unless taken off. */
export function onlyThrough(proxyUrl: string): ContextNetwork {
  return { proxyServer: proxyUrl, proxyBypassList: '<-loopback>' };
}

/** Opens a page, which waits at its address until `load`, in a context of its own, whose only way to the network is `network`. */
export async function openPage(
  browser: Browser,
  network: ContextNetwork,
  settings: PageSettings,
): Promise<OpenPage> {
  const { root } = browser;
  const { browserContextId } = await root.send('Target.createBrowserContext', network);
  const pages = keepToOnePage(browser, browserContextId);
  const close = async () => {
    await root.send('Target.disposeBrowserContext', { browserContextId });
    pages.release();
  };
  try {
    const [{ targetId }] = await Promise.all([
      root.send('Target.createTarget', { url: addressOf(settings), browserContextId, ...settings.viewport }),
      root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    const client = pages.keep(targetId);
    const { promise: lost, reject } = Promise.withResolvers<never>();
    lost.catch(() => undefined);
    client.on('Inspector.targetCrashed', () => reject(new CaptureError('page_crashed', 'The page crashed.')));
    void client.ended.then(() => reject(new CaptureError('page_closed', 'The page closed itself.')));
    client.on('Page.javascriptDialogOpening', () => {
      client.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
    });
    const url = followUrl(client, targetId);
    // A page that waits does not answer all of these before it goes on.
    const dressed = Promise.all([
      client.send('Page.enable'),
      client.send('Network.enable'),
      client.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      ...(reachesBeyondWindow(settings)
        ? [client.send('Page.addScriptToEvaluateOnNewDocument', { source: observerMark })]
        : []),
      client.send('Emulation.setDeviceMetricsOverride', {
        ...settings.viewport,
        deviceScaleFactor: 1,
        mobile: false,
      }),
      ...dressFrames(browser, client, settings),
    ]);
    dressed.catch(() => undefined);
    return {
      client,
      frameId: targetId,
      world: openIsolatedWorld(client, targetId),
      async load() {
        const [loaded] = await Promise.all([firstLoad(client, targetId), dressed]);
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

function reachesBeyondWindow({ fullPage, crop, element }: PageSettings): boolean {
  return fullPage || crop !== null || element !== null;
}

/** Nothing but a web page is opened here, not even one that waits and is refused before it loads. */
function addressOf({ url }: PageSettings): string {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).href : 'about:blank';
}

/** Ends every page of a context but the one that is kept: each would be one more to pay for. */
function keepToOnePage({ root, session }: Browser, context: string) {
  const sessions = new Map<string, CdpSession>();
  let kept: string | null = null;
  const attached = ({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent) => {
    if (targetInfo.browserContextId !== context) return;
    const { targetId } = targetInfo;
    if (kept === null) {
      sessions.set(targetId, session(sessionId));
      return;
    }
    // While it waits, so does the page that opened it.
    session(sessionId)
      .send('Runtime.runIfWaitingForDebugger')
      .catch(() => undefined);
    root.send('Target.closeTarget', { targetId }).catch(() => undefined);
  };
  root.on('Target.attachedToTarget', attached);
  return {
    /** The session of a page that was created here. */
    keep(targetId: string): CdpSession {
      kept = targetId;
      const client = sessions.get(targetId);
      if (!client) throw new Error('The browser did not attach its new page.');
      return client;
    },
    release: () => root.off('Target.attachedToTarget', attached),
  };
}

function followUrl(client: CdpSession, mainFrame: string): () => string {
  let url = 'about:blank';
  client.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrame) url = `${frame.url}${frame.urlFragment ?? ''}`;
  });
  client.on('Page.navigatedWithinDocument', ({ frameId, url: now }) => {
    if (frameId === mainFrame) url = now;
  });
  return () => url;
}
