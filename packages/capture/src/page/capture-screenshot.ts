import { readImageHeader } from '@shotclock/images';
import type { CDPSession, Protocol } from 'puppeteer';
import type { BrowserProcess } from '../browser/launch-browser.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { Emulation } from '../model/emulation.ts';
import { imageSize } from '../model/image-pixels.ts';

type Viewport = CaptureRequest['viewport'];
type Screen = Pick<Emulation, 'scaleFactor' | 'mobile'>;
type Page = { client: CDPSession; frameId: string; viewport: Viewport; screen: Screen };

/** The main frame's document was replaced during its screenshot. */
export class DocumentReplacedError extends Error {
  override readonly name = 'DocumentReplacedError';
}

/**
 * Sends `Page.captureScreenshot` and returns the bytes of the image. Chromium binds the command to the current document.
 * If a navigation commits before the image is drawn, Chromium drops the command and never responds to it.
 * @throws DocumentReplacedError if the main frame's document is replaced before the response
 * @throws CaptureError `capture_failed` if the image does not have the requested size
 */
export async function captureScreenshot(
  browser: Pick<BrowserProcess, 'captureScreenshot'>,
  { client, frameId, viewport, screen }: Page,
  params: Protocol.Page.CaptureScreenshotRequest,
): Promise<Buffer> {
  const { promise: replaced, reject } = Promise.withResolvers<never>();
  const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === frameId) reject(new DocumentReplacedError('the document was replaced'));
  };
  client.on('Page.frameNavigated', navigated);
  try {
    const image = await Promise.race([browser.captureScreenshot(client, params), replaced]);
    assertSize(image, params.clip ?? { ...viewport, scale: 1 }, screen.scaleFactor);
    return image;
  } catch (error) {
    // For an image beyond the viewport, Chromium enlarges the viewport and restores it only when it responds.
    if (error instanceof DocumentReplacedError) await setViewport(client, viewport, screen);
    throw error;
  } finally {
    client.off('Page.frameNavigated', navigated);
  }
}

/** Half a pixel for Chromium's rounding, plus a fraction for its imprecise numbers. */
const maxDifference = 0.51;

/**
 * In an image that is smaller than requested, part of the page would be missing. An image with more pixels can have a few
 * kilobytes when encoded but gigabytes when decoded, and later steps would keep the decoded image in memory.
 */
function assertSize(
  image: Buffer,
  { scale, ...clip }: Viewport & { scale: number },
  scaleFactor: number,
): void {
  const { width, height } = readImageHeader(image);
  const total = scale * scaleFactor;
  const differs = (actual: number, requested: number) => Math.abs(actual - requested * total) > maxDifference;
  if (!differs(width, clip.width) && !differs(height, clip.height)) return;
  const requested = imageSize(clip, total);
  throw new CaptureError(
    'capture_failed',
    `The browser sent an image of ${width} × ${height} pixels instead of ${requested.width} × ${requested.height}.`,
  );
}

export async function setViewport(
  client: CDPSession,
  viewport: Viewport,
  { scaleFactor, mobile }: Screen,
): Promise<void> {
  const portrait = { type: 'portraitPrimary', angle: 0 } as const;
  const landscape = { type: 'landscapePrimary', angle: 90 } as const;
  await client.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    deviceScaleFactor: scaleFactor,
    mobile,
    ...(mobile && { screenOrientation: viewport.width > viewport.height ? landscape : portrait }),
  });
}
