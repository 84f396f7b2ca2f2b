import type { CDPSession, Protocol } from 'puppeteer';

/** Like the result of `Page.navigate`: `errorText` is Chromium's network error if no document arrived. */
export type LoadResult = { errorText?: string };

/**
 * Resumes a page that was created with its URL and is paused, and waits until its document arrives or fails. Creating the page
 * with its URL avoids an empty first document, which would have its own process.
 */
export async function loadPage(
  client: CDPSession,
  mainFrame: string,
  detached: Promise<void>,
): Promise<LoadResult> {
  const { promise, resolve } = Promise.withResolvers<LoadResult>();
  let request: string | null = null;
  const requested = ({ frameId, type, requestId }: Protocol.Network.RequestWillBeSentEvent) => {
    if (frameId === mainFrame && type === 'Document') request ??= requestId;
  };
  const failed = ({ requestId, errorText }: Protocol.Network.LoadingFailedEvent) => {
    if (requestId === request) resolve({ errorText });
  };
  const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== mainFrame) return;
    resolve(frame.unreachableUrl === undefined ? {} : { errorText: 'net::ERR_FAILED' });
  };
  client.on('Network.requestWillBeSent', requested);
  client.on('Network.loadingFailed', failed);
  client.on('Page.frameNavigated', navigated);
  try {
    await client.send('Runtime.runIfWaitingForDebugger');
    const closed = detached.then((): LoadResult => ({ errorText: 'net::ERR_ABORTED' }));
    return await Promise.race([promise, closed]);
  } finally {
    client.off('Network.requestWillBeSent', requested);
    client.off('Network.loadingFailed', failed);
    client.off('Page.frameNavigated', navigated);
  }
}
