import type { Area } from '../model/capture-types.ts';
import { imageSize } from '../model/image-pixels.ts';
import type { OpenPage } from '../page/open-page.ts';
import { tileLimits } from '../page/plan-area.ts';
import { hasMoved } from '../page/wait-until-still.ts';

/**
 * The tiles of an area as PNG images, row by row with `across` tiles per row, and the size of the area in image pixels. All tiles
 * have the same size except the last ones in each row and column, which may extend beyond the area by less than a CSS pixel.
 */
export type Tiles = { images: Buffer[]; across: number; width: number; height: number };

type Encoding = { format: 'png'; optimizeForSpeed?: true } | { format: 'jpeg'; quality: number };

/**
 * Captures `area`, or the viewport if it is null, as one image. Areas beyond the viewport require the
 * `mainFrameClipsContent=false` flag. `captureBeyondViewport` would resize the page to 1 × 1 pixel and back: media
 * queries would change, and the page's transitions, animations and observers would run during the screenshot.
 * @throws ProtocolError, DocumentReplacedError
 */
export async function captureArea(open: OpenPage, area: Area | null, encoding: Encoding): Promise<Buffer> {
  return open.captureScreenshot({
    ...encoding,
    ...(area && { clip: { x: area.left, y: area.top, width: area.width, height: area.height, scale: 1 } }),
  });
}

/**
 * Captures an area as tiles. Scripts are disabled during the capture so that the tiles fit together. Also returns
 * whether the page moved before they were disabled (`hasMoved`). Changes that its scripts make later do not appear in
 * the image.
 */
export async function takeTiles(open: OpenPage, area: Area): Promise<{ tiles: Tiles; moved: boolean }> {
  const { scaleFactor } = open;
  const whole = imageSize(area, scaleFactor);
  const across = tileSteps(area.width, scaleFactor, tileLimits.side);
  const rows = Math.min(tileLimits.side, Math.floor(tileLimits.area / Math.min(across.pixels, whole.width)));
  const down = tileSteps(area.height, scaleFactor, rows);
  const images: Buffer[] = [];
  await open.client.send('Emulation.setScriptExecutionDisabled', { value: true });
  try {
    for (let top = 0; top < whole.height; top += down.pixels) {
      for (let left = 0; left < whole.width; left += across.pixels) {
        const tile = {
          left: area.left + left / scaleFactor,
          top: area.top + top / scaleFactor,
          width: Math.min(across.length, Math.ceil((whole.width - left) / scaleFactor)),
          height: Math.min(down.length, Math.ceil((whole.height - top) / scaleFactor)),
        };
        images.push(await captureArea(open, tile, { format: 'png', optimizeForSpeed: true }));
      }
    }
    const tiles = { images, across: Math.ceil(whole.width / across.pixels), ...whole };
    return { tiles, moved: await hasMoved(open) };
  } finally {
    await open.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  }
}

/** If the image of a tile were almost half a pixel longer or shorter, it could be rounded either way. */
const maxRemainder = 0.4;

/**
 * Returns the length of tiles in CSS pixels, and the image pixels from each tile to the next. Chromium truncates lengths
 * to whole CSS pixels and rounds the size of an image.
 * @param maxPixels maximum length in image pixels
 */
function tileSteps(
  length: number,
  scaleFactor: number,
  maxPixels: number,
): { length: number; pixels: number } {
  let longest = Math.min(length, Math.floor(maxPixels / scaleFactor));
  const remainder = () => Math.abs(longest * scaleFactor - Math.round(longest * scaleFactor));
  while (longest > 1 && remainder() > maxRemainder) longest -= 1;
  return { length: longest, pixels: Math.round(longest * scaleFactor) };
}
