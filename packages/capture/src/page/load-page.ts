import type { CDPSession, Protocol } from 'puppeteer';

/** Like the result of `Page.navigate`: `errorText` is Chromium's network error if no document was received. */
export type LoadResult = { errorText?: string };

/** URL of the first document of a page that was created without one. */
export const emptyPage = 'about:blank';

type LoadOptions = {
  /** Resolves when the page has closed. */
  detached: Promise<void>;
  /** Resolves when the settings of the page are applied. The page must be resumed before this can happen. */
  configured: Promise<unknown>;
  /** The URL of a page that was created empty; null if the page was created with its URL. */
  url: string | null;
};

/**
 * Resumes a paused page and waits until its document is received or fails to load. Creating the page with its URL avoids
 * an empty first document, which would have a process of its own. A page that was created empty navigates to `url` as
 * soon as it is configured.
 */
export async function loadPage(
  client: CDPSession,
  mainFrame: string,
  { detached, configured, url }: LoadOptions,
): Promise<LoadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  let request: string | null = null;
  const requested = ({ frameId, type, requestId }: Protocol.Network.RequestWillBeSentEvent) => {
    if (frameId === mainFrame && type === 'Document') request ??= requestId;
  };
  const failed = ({ requestId, errorText }: Protocol.Network.LoadingFailedEvent) => {
    if (requestId === request) resolve({ errorText });
  };
  const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== mainFrame || frame.url === emptyPage) return;
    resolve(frame.unreachableUrl === undefined ? {} : { errorText: 'net::ERR_FAILED' });
  };
  client.on('Network.requestWillBeSent', requested);
  client.on('Network.loadingFailed', failed);
  client.on('Page.frameNavigated', navigated);
  try {
    await client.send('Runtime.runIfWaitingForDebugger');
    if (url !== null) {
      await configured;
      client
        .send('Page.navigate', { url })
        .then(({ errorText }) => errorText !== undefined && resolve({ errorText }), reject);
    }
    const closed = detached.then((): LoadResult => ({ errorText: 'net::ERR_ABORTED' }));
    return await Promise.race([promise, closed]);
  } finally {
    client.off('Network.requestWillBeSent', requested);
    client.off('Network.loadingFailed', failed);
    client.off('Page.frameNavigated', navigated);
  }
}
