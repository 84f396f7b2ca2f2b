import type { CDPSession, Protocol } from 'puppeteer';

/** As `Page.navigate` answers: `errorText` is Chromium's network error when no document came. */
export type LoadResult = { errorText?: string };

/**
 * Lets a page that was opened at its address, and waits there, go on. That spares it an empty document first, with the
 * process of its own that one has. Resolves as `Page.navigate` does: with the document's arrival, or with the error.
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
    const gone = detached.then((): LoadResult => ({ errorText: 'net::ERR_ABORTED' }));
    return await Promise.race([promise, gone]);
  } finally {
    client.off('Network.requestWillBeSent', requested);
    client.off('Network.loadingFailed', failed);
    client.off('Page.frameNavigated', navigated);
  }
}
