import { withTimeout } from '@shotclock/runtime';
import type { CaptureRequest } from '../model/capture-types.ts';
import { imageSize } from '../model/image-pixels.ts';
import { assertDocumentAllowed, type DocumentContext } from '../page/navigate.ts';
import type { OpenPage } from '../page/open-page.ts';

/** Maximum number of pixels. The image of a larger viewport is scaled down to this size. */
const maxPixels = 2_097_152;
/** Maximum size in bytes: three times the size of a JPEG with that many pixels of random colors. */
const maxBytes = 4_194_304;
const quality = 80;

/**
 * Takes an image of the viewport after a capture has failed, without preparing or changing the page. Never throws.
 * @param limitMs time limit in milliseconds; if it is not positive, no image is taken
 * @returns a JPEG; null if the page does not respond or may not be captured
 */
export async function takeFailureImage(
  open: OpenPage,
  { viewport }: Pick<CaptureRequest, 'viewport'>,
  document: DocumentContext,
  limitMs: number,
): Promise<Buffer | null> {
  if (limitMs <= 0) return null;
  try {
    assertDocumentAllowed(open, document);
    const image = await withTimeout(captureViewport(open, viewport), limitMs, { fallback: null });
    // A script may have navigated to another URL in the meantime.
    assertDocumentAllowed(open, document);
    return image !== null && image.length <= maxBytes ? image : null;
  } catch {
    return null;
  }
}

async function captureViewport(open: OpenPage, viewport: CaptureRequest['viewport']): Promise<Buffer> {
  const { width, height } = imageSize(viewport, open.scaleFactor);
  const scale = Math.sqrt(maxPixels / (width * height));
  const encoding = { format: 'jpeg', quality } as const;
  if (scale >= 1) return open.captureScreenshot(encoding);
  const { cssLayoutViewport } = await open.client.send('Page.getLayoutMetrics');
  const { pageX: x, pageY: y } = cssLayoutViewport;
  return open.captureScreenshot({ ...encoding, clip: { ...viewport, x, y, scale } });
}
