import type { Area } from '../model/capture-types.ts';
import type { OpenPage } from '../page/open-page.ts';
import { hasMoved } from '../page/wait-until-still.ts';

/**
 * Maximum size of one tile. On some systems, Chromium does not paint more pixels per side. It needs about 16 bytes per pixel.
 */
export const tileLimits = { side: 16_384, area: 12_582_912 } as const;

/**
 * The tiles of an area as PNG images, row by row with `across` tiles per row. All tiles have the same size except the
 * last ones in each row and column.
 */
export type Tiles = { images: Buffer[]; across: number; width: number; height: number };

type Encoding = { format: 'png'; optimizeForSpeed?: true } | { format: 'jpeg'; quality: number };

/** Whether an image does not fit in one tile. `ImageMemory` limits the memory of such images. */
export function isLargeImage({ width, height }: Pick<Area, 'width' | 'height'>): boolean {
  return width > tileLimits.side || height > tileLimits.side || width * height > tileLimits.area;
}

/**
 * Captures `area`, or the viewport if it is null, as one image. Areas beyond the viewport need the
 * `mainFrameClipsContent=false` flag. `captureBeyondViewport` would resize the page to 1 × 1 pixel and back: media queries
 * would change, and the page's transitions, animations and observers would run during the screenshot.
 * @throws ProtocolError, DocumentReplacedError
 */
export async function captureArea(open: OpenPage, area: Area | null, encoding: Encoding): Promise<Buffer> {
  return open.captureScreenshot({
    ...encoding,
    ...(area && { clip: { x: area.left, y: area.top, width: area.width, height: area.height, scale: 1 } }),
  });
}

/**
 * Captures an area as tiles. Scripts are disabled in the meantime, so that the tiles fit together. Also returns whether the
 * page moved before that (`hasMoved`). Later changes by its scripts do not appear in the image.
 */
export async function takeTiles(open: OpenPage, area: Area): Promise<{ tiles: Tiles; moved: boolean }> {
  const width = Math.min(area.width, tileLimits.side);
  const height = Math.min(area.height, tileLimits.side, Math.floor(tileLimits.area / width));
  const images: Buffer[] = [];
  await open.client.send('Emulation.setScriptExecutionDisabled', { value: true });
  try {
    for (let top = 0; top < area.height; top += height) {
      for (let left = 0; left < area.width; left += width) {
        const tile = {
          left: area.left + left,
          top: area.top + top,
          width: Math.min(width, area.width - left),
          height: Math.min(height, area.height - top),
        };
        images.push(await captureArea(open, tile, { format: 'png', optimizeForSpeed: true }));
      }
    }
    const tiles = { images, across: Math.ceil(area.width / width), width: area.width, height: area.height };
    return { tiles, moved: await hasMoved(open) };
  } finally {
    await open.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  }
}
