import type { Area } from '../model/capture-types.ts';
import type { OpenPage } from '../page/open-page.ts';

/**
 * What Chromium draws at once: more on a side it does not draw everywhere, and each pixel takes it about 16 bytes.
 */
export const tileLimits = { side: 16_384, area: 12_582_912 } as const;

/** Images of parts of an area, in rows from its left upper corner, `across` a row; all but the last ones of one size. */
export type Tiles = { images: Buffer[]; across: number; width: number; height: number };

type Encoding = { format: 'png'; optimizeForSpeed?: true } | { format: 'jpeg'; quality: number };

export function fitsOneTile({ width, height }: Pick<Area, 'width' | 'height'>): boolean {
  return width <= tileLimits.side && height <= tileLimits.side && width * height <= tileLimits.area;
}

/**
 * Takes the picture of `area`, or of the window when it is null, as one image.
 * @throws what the client throws when the page is gone
 */
export async function captureArea(
  open: OpenPage,
  area: Area | null,
  beyondViewport: boolean,
  encoding: Encoding,
): Promise<Buffer> {
  return open.captureScreenshot({
    ...encoding,
    captureBeyondViewport: beyondViewport,
    ...(area && { clip: { x: area.left, y: area.top, width: area.width, height: area.height, scale: 1 } }),
  });
}

/** Takes the picture of an area piece by piece. Scripts rest meanwhile: what one piece shows must go on in the next. */
export async function takeTiles(open: OpenPage, area: Area): Promise<Tiles> {
  const width = Math.min(area.width, tileLimits.side);
  const height = Math.min(area.height, tileLimits.side, Math.floor(tileLimits.area / width));
  const images: Buffer[] = [];
  await open.client.send('Emulation.setScriptExecutionDisabled', { value: true });
  try {
    for (let top = 0; top < area.height; top += height) {
      for (let left = 0; left < area.width; left += width) {
        const piece = {
          left: area.left + left,
          top: area.top + top,
          width: Math.min(width, area.width - left),
          height: Math.min(height, area.height - top),
        };
        images.push(await captureArea(open, piece, true, { format: 'png', optimizeForSpeed: true }));
      }
    }
  } finally {
    await open.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  }
  return { images, across: Math.ceil(area.width / width), width: area.width, height: area.height };
}
