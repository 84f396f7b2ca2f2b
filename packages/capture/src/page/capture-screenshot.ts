import type { CDPSession, Protocol } from 'puppeteer';
import type { BrowserProcess } from '../browser/launch-browser.ts';
import type { CaptureRequest } from '../model/capture-types.ts';

type Viewport = CaptureRequest['viewport'];
type Page = { client: CDPSession; frameId: string; viewport: Viewport };

/** The main frame's document was replaced during its screenshot. */
export class DocumentReplacedError extends Error {
  override readonly name = 'DocumentReplacedError';
}

/**
 * Sends `Page.captureScreenshot` and returns the bytes of the image. Chromium binds the command to the current document. If a
 * navigation commits before the image is drawn, Chromium drops the command and never responds to it.
 * @throws DocumentReplacedError if the main frame's document is replaced before the response
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
    // For an image beyond the viewport, Chromium enlarges the viewport and restores it only with its response.
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
