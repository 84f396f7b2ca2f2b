import type { CDPSession, Protocol } from 'puppeteer';
import type { BrowserProcess } from '../browser/launch-browser.ts';
import type { CaptureRequest } from '../model/capture-types.ts';

type Viewport = CaptureRequest['viewport'];
type Page = { client: CDPSession; frameId: string; viewport: Viewport };

/** The main frame's document was replaced while its screenshot was taken. */
export class DocumentReplacedError extends Error {
  override readonly name = 'DocumentReplacedError';
}

/**
 * `Page.captureScreenshot`, with the bytes of the image. Chromium binds the command to the document that is shown when it
 * arrives. When a navigation commits before the image is drawn, Chromium drops the command and never responds to it.
 * @throws DocumentReplacedError when the main frame's document is replaced meanwhile
 */
export async function captureScreenshot(
  browser: Pick<BrowserProcess, 'captureScreenshot'>,
  { client, frameId, viewport }: Page,
  params: Protocol.Page.CaptureScreenshotRequest,
): Promise<Buffer> {
  const { promise: replaced, reject } = Promise.withResolvers<never>();
  const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === frameId) reject(new DocumentReplacedError('the document was replaced'));
  };
  client.on('Page.frameNavigated', navigated);
  try {
    return await Promise.race([browser.captureScreenshot(client, params), replaced]);
  } catch (error) {
    // Chromium enlarges the viewport for an image beyond the window, and restores it only with its response.
    if (error instanceof DocumentReplacedError) await setViewport(client, viewport);
    throw error;
  } finally {
    client.off('Page.frameNavigated', navigated);
  }
}

export async function setViewport(client: CDPSession, viewport: Viewport): Promise<void> {
  await client.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    deviceScaleFactor: 1,
    mobile: false,
  });
}
