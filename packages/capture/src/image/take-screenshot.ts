import type { Capture, CaptureRequest } from '../model/capture-types.ts';
import type { PlannedArea } from '../page/capture-area.ts';
import type { OpenPage } from '../page/open-page.ts';
import { preparePage } from '../page/prepare-page.ts';
import { encodePng } from './encode-png.ts';
import { findMasks } from './find-masks.ts';
import { imageSize } from './image-size.ts';
import { joinTiles } from './join-tiles.ts';
import { captureArea, fitsOneTile, takeTiles } from './take-tiles.ts';

type ScreenshotRequest = Pick<
  CaptureRequest,
  'viewport' | 'fullPage' | 'crop' | 'element' | 'format' | 'quality' | 'ignoredSelectors'
>;
export type Shot = Pick<Capture, 'image' | 'width' | 'height' | 'masks' | 'notes'>;

/**
 * Makes the page ready and takes the picture.
 * @throws CaptureError as `preparePage` and `findMasks`
 */
export async function takeScreenshot(open: OpenPage, request: ScreenshotRequest): Promise<Shot> {
  const ready = await preparePage(open, request);
  // Last before the picture: a page that moves must not have moved on.
  const { masks, notes } = await findMasks(open, request, ready);
  const picture = await (request.format === 'png' ? takePng(open, ready) : takeJpeg(open, request, ready));
  return { ...picture, masks, notes: [...ready.notes, ...notes] };
}

type Picture = Pick<Capture, 'image' | 'width' | 'height'>;
type Planned = Pick<PlannedArea, 'area' | 'beyondViewport'>;

/**
 * One piece stays as Chromium encodes it: a faster PNG made small by sharp costs more CPU time and is no smaller. The
 * thread that encodes serves every page of a browser; ours has but this one.
 */
async function takePng(open: OpenPage, { area, beyondViewport }: Planned): Promise<Picture> {
  if (area && !fitsOneTile(area)) {
    const pieces = await takeTiles(open, area);
    return { image: await encodePng(pieces), width: area.width, height: area.height };
  }
  const image = await captureArea(open, area, beyondViewport, { format: 'png' });
  return { image, ...imageSize(image) };
}

/** Chromium's JPEG is cheap and stays as it is; one that is joined from pieces is encoded once. */
async function takeJpeg(
  open: OpenPage,
  { quality }: Pick<ScreenshotRequest, 'quality'>,
  { area, beyondViewport }: Planned,
): Promise<Picture> {
  if (area && !fitsOneTile(area)) {
    const joined = joinTiles(await takeTiles(open, area)).removeAlpha();
    // Optimal coding would hold the whole image in memory, about a gigabyte at the limit. sharp's scale starts at 1.
    const image = await joined.jpeg({ quality: Math.max(1, quality), optimiseCoding: false }).toBuffer();
    return { image, width: area.width, height: area.height };
  }
  const image = await captureArea(open, area, beyondViewport, { format: 'jpeg', quality });
  return { image, ...imageSize(image) };
}
