import { withTimeout } from '@shotclock/runtime';
import type { CaptureRequest } from '../model/capture-types.ts';
import { assertDocumentAllowed, type DocumentContext } from '../page/navigate.ts';
import type { OpenPage } from '../page/open-page.ts';

/** Time limit in milliseconds: a page that hangs cannot be painted. */
const takeMs = 2_000;
/** Milliseconds before the deadline at which no image is taken any more. */
const reservedMs = 250;
/** Maximum number of pixels. The image of a larger viewport is scaled down. */
const maxPixels = 2_097_152;
/** Maximum size in bytes, three times the size of a JPEG of random colors with that number of pixels. */
const maxBytes = 4_194_304;
const quality = 80;

/**
 * Takes an image of the viewport after a capture has failed, without preparing or changing the page. It takes at most two seconds and never
 * throws.
 * @param remainingMs milliseconds until the deadline of the capture
 * @returns a JPEG; null if the page does not respond, or may not be captured
 */
export async function takeFailureImage(
  open: OpenPage,
  { viewport }: Pick<CaptureRequest, 'viewport'>,
  document: DocumentContext,
  remainingMs: number,
): Promise<Buffer | null> {
  const timeLimit = Math.min(takeMs, remainingMs - reservedMs);
  if (timeLimit <= 0) return null;
  try {
    assertDocumentAllowed(open, document);
    const image = await withTimeout(captureViewport(open, viewport), timeLimit, { fallback: null });
    // A script may have navigated to another URL meanwhile.
    assertDocumentAllowed(open, document);
    return image !== null && image.length <= maxBytes ? image : null;
  } catch {
    return null;
  }
}

async function captureViewport(open: OpenPage, viewport: CaptureRequest['viewport']): Promise<Buffer> {
  const scale = Math.sqrt(maxPixels / (viewport.width * viewport.height));
  const encoding = { format: 'jpeg', quality } as const;
  if (scale >= 1) return open.captureScreenshot(encoding);
  const { cssLayoutViewport } = await open.client.send('Page.getLayoutMetrics');
  const { pageX: x, pageY: y } = cssLayoutViewport;
  return open.captureScreenshot({ ...encoding, clip: { ...viewport, x, y, scale } });
}
