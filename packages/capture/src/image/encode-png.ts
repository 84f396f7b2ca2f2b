import { joinTiles } from './join-tiles.ts';
import type { Tiles } from './take-tiles.ts';

/** Settings of sharp: `plain` suits text and flat areas, `filtered` photographs, `thorough` nearly empty pages. */
const plain = { compressionLevel: 9, adaptiveFiltering: false };
const filtered = { compressionLevel: 6, adaptiveFiltering: true };
const thorough = { compressionLevel: 9, adaptiveFiltering: true };

/** Measured bits per pixel of Chromium's fast PNG: upper limits of nearly empty pages, of pages without images, and of mixed pages. */
const bits = { empty: 0.2, pictures: 1.2, photograph: 5 } as const;

/**
 * Joins tiles that Chromium encoded fast into one small PNG. Their size indicates the kind of content, which selects the
 * settings to try.
 */
export async function encodePng(fast: Tiles): Promise<Buffer> {
  const source = joinTiles(fast);
  const bytes = fast.images.reduce((sum, { length }) => sum + length, 0);
  const density = (bytes * 8) / (fast.width * fast.height);
  const candidates =
    density < bits.empty
      ? [thorough]
      : density < bits.pictures
        ? [plain]
        : density < bits.photograph
          ? [plain, filtered]
          : [filtered];
  // Pages are painted on white, so the image has no transparent pixels.
  const images = await Promise.all(
    candidates.map((settings) => source.clone().removeAlpha().png(settings).toBuffer()),
  );
  return images.reduce((smallest, other) => (other.length < smallest.length ? other : smallest));
}
