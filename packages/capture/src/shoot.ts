import sharp from 'sharp';
import { planArea } from './capture-area.ts';
import type { Capture, CaptureRequest } from './capture-types.ts';
import { encodePng } from './encode-png.ts';
import { findMasks } from './find-masks.ts';
import type { OpenPage } from './open-page.ts';

type ShotRequest = Pick<
  CaptureRequest,
  'viewport' | 'fullPage' | 'crop' | 'element' | 'format' | 'quality' | 'ignoredSelectors'
>;
export type Shot = Pick<Capture, 'image' | 'width' | 'height' | 'masks' | 'notes'>;

/**
 * Takes the picture. Chromium encodes PNG on the thread that every page shares, so it writes a fast, large one, and
 * sharp makes it small off that thread; its JPEG is cheap and stays as it is.
 * @throws CaptureError as `planArea` and `findMasks`
 */
export async function shoot(open: OpenPage, request: ShotRequest): Promise<Shot> {
  const { area, beyondWindow, notes: cut } = await planArea(open, request);
  // Last before the picture: a page that moves must not have moved on.
  const { masks, notes: unmasked } = await findMasks(open, request, area);
  const notes = [...cut, ...unmasked];
  const { data } = await open.client.send('Page.captureScreenshot', {
    format: request.format,
    ...(request.format === 'jpeg' ? { quality: request.quality } : { optimizeForSpeed: true }),
    captureBeyondViewport: beyondWindow,
    ...(area && { clip: { x: area.left, y: area.top, width: area.width, height: area.height, scale: 1 } }),
  });
  const raw = Buffer.from(data, 'base64');
  if (request.format === 'png') return { ...(await encodePng(raw)), masks, notes };
  const { width, height } = await sharp(raw, { limitInputPixels: false }).metadata();
  return { image: raw, width, height, masks, notes };
}
