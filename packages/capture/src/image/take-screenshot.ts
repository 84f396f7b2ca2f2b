import type { Capture, CaptureRequest } from '../model/capture-types.ts';
import { imageSize } from '../model/image-size.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { PlannedArea } from '../page/plan-area.ts';
import { preparePage } from '../page/prepare-page.ts';
import { encodePng } from './encode-png.ts';
import { findMasks } from './find-masks.ts';
import { joinTiles } from './join-tiles.ts';
import { captureArea, fitsOneTile, takeTiles } from './take-tiles.ts';

type ScreenshotRequest = Pick<
  CaptureRequest,
  'viewport' | 'fullPage' | 'crop' | 'element' | 'format' | 'quality' | 'ignoredSelectors'
>;
export type Screenshot = Pick<Capture, 'image' | 'width' | 'height' | 'masks' | 'notes'> &
  Pick<PlannedArea, 'area'>;

/**
 * Prepares the page and takes its screenshot.
 * @param encodeSeconds time limit in whole seconds for encoding the image, asked for when it begins
 * @throws CaptureError like `preparePage` and `findMasks`
 */
export async function takeScreenshot(
  open: OpenPage,
  request: ScreenshotRequest,
  encodeSeconds: () => number,
): Promise<Screenshot> {
  const planned = await preparePage(open, request);
  // Immediately before the image, so that positions match on pages that keep changing.
  const { masks, notes } = await findMasks(open, request, planned);
  const image = await (request.format === 'png'
    ? takePng(open, planned, encodeSeconds)
    : takeJpeg(open, request, planned, encodeSeconds));
  return { ...image, area: planned.area, masks, notes: [...planned.notes, ...notes] };
}

type EncodedImage = Pick<Capture, 'image' | 'width' | 'height'>;
type Planned = Pick<PlannedArea, 'area' | 'beyondViewport'>;

/**
 * A single image is used as Chromium encodes it: a fast PNG re-encoded by sharp would take more CPU time and be no smaller.
 * Chromium encodes on its main thread, which blocks no other capture: a browser makes one at a time.
 */
async function takePng(
  open: OpenPage,
  { area, beyondViewport }: Planned,
  encodeSeconds: () => number,
): Promise<EncodedImage> {
  if (area && !fitsOneTile(area)) {
    const tiles = await takeTiles(open, area);
    return { image: await encodePng(tiles, encodeSeconds()), width: area.width, height: area.height };
  }
  const image = await captureArea(open, area, beyondViewport, { format: 'png' });
  return { image, ...imageSize(image) };
}

/** A single image is used as Chromium encodes it. Joined tiles are lossless and are encoded once. */
async function takeJpeg(
  open: OpenPage,
  { quality }: Pick<ScreenshotRequest, 'quality'>,
  { area, beyondViewport }: Planned,
  encodeSeconds: () => number,
): Promise<EncodedImage> {
  if (area && !fitsOneTile(area)) {
    const joined = joinTiles(await takeTiles(open, area)).removeAlpha();
    // Optimized coding would keep the whole image in memory, about 1 GB at the limit. sharp's quality starts at 1.
    const jpeg = joined.jpeg({ quality: Math.max(1, quality), optimiseCoding: false });
    const image = await jpeg.timeout({ seconds: encodeSeconds() }).toBuffer();
    return { image, width: area.width, height: area.height };
  }
  const image = await captureArea(open, area, beyondViewport, { format: 'jpeg', quality });
  return { image, ...imageSize(image) };
}
