import type { Rectangle } from './change.ts';
import { comparisonLimits } from './comparison-limits.ts';

/** No image is wider or taller. */
const side = comparisonLimits.pixels;

/**
 * The masks of a comparison of images: the ignored regions, and everything outside the compared regions, if there are any.
 * Both checks and the dashboard use these masks.
 */
export const comparisonMasks = ({
  ignored,
  compared,
}: {
  ignored: readonly Rectangle[];
  compared: readonly Rectangle[];
}): Rectangle[] => [...ignored, ...outside(compared)];

/** Rectangles that cover the parts of an image that no region contains; none without regions. */
function outside(regions: readonly Rectangle[]): Rectangle[] {
  if (regions.length === 0) return [];
  const edges = regions.flatMap(({ top, height }) => [top, top + height]).filter((edge) => edge < side);
  const bands = [...new Set([0, ...edges])].sort((one, other) => one - other);
  return bands.flatMap((top, at) => {
    const height = (bands[at + 1] ?? side) - top;
    const inBand = regions
      .filter((region) => region.top <= top && region.top + region.height > top)
      .sort((one, other) => one.left - other.left);
    const rectangles: Rectangle[] = [];
    let left = 0;
    for (const region of inBand) {
      if (region.left > left) rectangles.push({ left, top, width: region.left - left, height });
      left = Math.max(left, region.left + region.width);
    }
    return left < side ? [...rectangles, { left, top, width: side - left, height }] : rectangles;
  });
}
