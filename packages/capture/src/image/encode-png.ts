import { joinTiles } from './join-tiles.ts';
import type { Tiles } from './take-tiles.ts';

/**
 * Settings for sharp: `plain` suits text and flat areas, `filtered` suits photographs, and `thorough` suits nearly empty
 * pages.
 */
const plain = { compressionLevel: 9, adaptiveFiltering: false };
const filtered = { compressionLevel: 6, adaptiveFiltering: true };
const thorough = { compressionLevel: 9, adaptiveFiltering: true };

/**
 * Upper limits of the bits per pixel in Chromium's fast PNG encoding, for nearly empty pages, for pages without images, and for
 * pages with text and images. These values are measured.
 */
const bitsPerPixel = { nearlyEmpty: 0.2, withoutImages: 1.2, mixed: 5 } as const;

/**
 * Joins tiles, which Chromium has encoded with `optimizeForSpeed`, into one small PNG. The size of the tiles indicates
 * the kind of content, which determines the settings to try. Returns the smallest result.
 * @param seconds time limit
 * @throws Error when the time limit is exceeded
 */
export async function encodePng(fast: Tiles, seconds: number): Promise<Buffer> {
  const source = joinTiles(fast);
  const bytes = fast.images.reduce((sum, { length }) => sum + length, 0);
  const density = (bytes * 8) / (fast.width * fast.height);
  const candidates =
    density < bitsPerPixel.nearlyEmpty
      ? [thorough]
      : density < bitsPerPixel.withoutImages
        ? [plain]
        : density < bitsPerPixel.mixed
          ? [plain, filtered]
          : [filtered];
  // Pages are painted on white, so the image has no transparent pixels.
  const results = await Promise.allSettled(
    candidates.map((settings) => source.clone().removeAlpha().png(settings).timeout({ seconds }).toBuffer()),
  );
  // Wait for all of them, because none may use memory after this function has rejected.
  const images = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  return images.reduce((smallest, other) => (other.length < smallest.length ? other : smallest));
}
