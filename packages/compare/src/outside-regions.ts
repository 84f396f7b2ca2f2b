import type { Rectangle } from './change.ts';

/**
 * Rectangles that cover the parts of an image that no region contains; none without regions.
 * @param side the maximum width and height of an image
 */
export function outsideRegions(regions: Rectangle[], side: number): Rectangle[] {
  if (regions.length === 0) return [];
  const edges = regions.flatMap(({ top, height }) => [top, top + height]).filter((edge) => edge < side);
  const bands = [...new Set([0, ...edges])].sort((one, other) => one - other);
  return bands.flatMap((top, at) => {
    const height = (bands[at + 1] ?? side) - top;
    const inBand = regions
      .filter((region) => region.top <= top && region.top + region.height > top)
      .sort((one, other) => one.left - other.left);
    const outside: Rectangle[] = [];
    let left = 0;
    for (const region of inBand) {
      if (region.left > left) outside.push({ left, top, width: region.left - left, height });
      left = Math.max(left, region.left + region.width);
    }
    return left < side ? [...outside, { left, top, width: side - left, height }] : outside;
  });
}
