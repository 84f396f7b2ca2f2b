import { joinTiles } from './join-tiles.ts';
import type { Tiles } from './take-tiles.ts';

/** How sharp compresses: `plain` suits text and flat areas, `filtered` photographs and pages with hardly anything. */
const plain = { compressionLevel: 9, adaptiveFiltering: false };
const filtered = { compressionLevel: 6, adaptiveFiltering: true };
const thorough = { compressionLevel: 9, adaptiveFiltering: true };

/** Bits per pixel of Chromium's fast PNG (measured): below is a nearly empty page, above are pictures, far above only. */
const bits = { empty: 0.2, pictures: 1.2, photograph: 5 } as const;

/**
 * The pieces of a picture that Chromium cannot draw at once, which it encoded fast, as one small PNG. How large they are
 * tells what kind of picture it is, and so which way is worth trying.
 */
export async function encodePng(fast: Tiles): Promise<Buffer> {
  const source = joinTiles(fast);
  const bytes = fast.images.reduce((sum, { length }) => sum + length, 0);
  const density = (bytes * 8) / (fast.width * fast.height);
  const ways =
    density < bits.empty
      ? [thorough]
      : density < bits.pictures
        ? [plain]
        : density < bits.photograph
          ? [plain, filtered]
          : [filtered];
  // A page is drawn on white: its picture has no transparent pixel.
  const images = await Promise.all(ways.map((way) => source.clone().removeAlpha().png(way).toBuffer()));
  return images.reduce((smallest, other) => (other.length < smallest.length ? other : smallest));
}
