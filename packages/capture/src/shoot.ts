import { planArea } from './capture-area.ts';
import type { Capture, CaptureRequest } from './capture-types.ts';
import { findMasks } from './find-masks.ts';
import { imageSize } from './image-size.ts';
import type { OpenPage } from './open-page.ts';

type ShotRequest = Pick<
  CaptureRequest,
  'viewport' | 'fullPage' | 'crop' | 'element' | 'format' | 'quality' | 'ignoredSelectors'
>;
export type Shot = Pick<Capture, 'image' | 'width' | 'height' | 'masks' | 'notes'>;

/**
 * Takes the picture, as Chromium encodes it: a faster PNG made small by sharp costs more CPU time and is no smaller.
 * The thread that encodes serves every page of a browser; ours has but this one.
 * @throws CaptureError as `planArea` and `findMasks`
 */
export async function shoot(open: OpenPage, request: ShotRequest): Promise<Shot> {
  const { area, beyondWindow, notes: cut } = await planArea(open, request);
  // Last before the picture: a page that moves must not have moved on.
  const { masks, notes: unmasked } = await findMasks(open, request, area);
  const notes = [...cut, ...unmasked];
  const { data } = await open.client.send('Page.captureScreenshot', {
    format: request.format,
    ...(request.format === 'jpeg' && { quality: request.quality }),
    captureBeyondViewport: beyondWindow,
    ...(area && { clip: { x: area.left, y: area.top, width: area.width, height: area.height, scale: 1 } }),
  });
  const image = Buffer.from(data, 'base64');
  return { image, ...imageSize(image), masks, notes };
}
