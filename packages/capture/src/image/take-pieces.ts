import type { Area } from '../model/capture-types.ts';
import type { OpenPage } from '../page/open-page.ts';

/**
 * What Chromium draws at once: more on a side it does not draw everywhere, and each pixel takes it about 16 bytes.
 */
export const pieceLimits = { side: 16_384, area: 12_582_912 } as const;

/** Images of parts of an area, in rows from its left upper corner, `across` a row; all but the last ones of one size. */
export type Pieces = { images: Buffer[]; across: number; width: number; height: number };

type Encoding = { format: 'png'; optimizeForSpeed?: true } | { format: 'jpeg'; quality: number };

export function fitsOnePiece({ width, height }: Pick<Area, 'width' | 'height'>): boolean {
  return width <= pieceLimits.side && height <= pieceLimits.side && width * height <= pieceLimits.area;
}

/**
 * Takes the picture of `area`, or of the window when it is null, as one image.
 * @throws what the client throws when the page is gone
 */
export async function takePicture(
  open: OpenPage,
  area: Area | null,
  beyondWindow: boolean,
  encoding: Encoding,
): Promise<Buffer> {
  return open.captureScreenshot({
    ...encoding,
    captureBeyondViewport: beyondWindow,
    ...(area && { clip: { x: area.left, y: area.top, width: area.width, height: area.height, scale: 1 } }),
  });
}

/** Takes the picture of an area piece by piece. Scripts rest meanwhile: what one piece shows must go on in the next. */
export async function takePieces(open: OpenPage, area: Area): Promise<Pieces> {
  const width = Math.min(area.width, pieceLimits.side);
  const height = Math.min(area.height, pieceLimits.side, Math.floor(pieceLimits.area / width));
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
        images.push(await takePicture(open, piece, true, { format: 'png', optimizeForSpeed: true }));
      }
    }
  } finally {
    await open.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  }
  return { images, across: Math.ceil(area.width / width), width: area.width, height: area.height };
}
