import type { Rectangle, Size } from './conversions.ts';

/** In pixels, on each side of the area. */
const margin = 80;
/** In pixels. A smaller area would not show where in the page it is. */
const smallest: Size = { width: 600, height: 400 };

/** Returns the part of an image that shows an area and what surrounds it. */
export function surroundings(image: Size, area: Rectangle): Rectangle {
  const [left, width] = extend(image.width, area.left, area.width, smallest.width);
  const [top, height] = extend(image.height, area.top, area.height, smallest.height);
  return { left, top, width, height };
}

/** Extends a range equally on both sides, or more on one side if the other side reaches the edge of the image. */
function extend(limit: number, start: number, length: number, atLeast: number): [number, number] {
  const extended = Math.min(limit, Math.max(length + 2 * margin, atLeast));
  const first = start - Math.floor((extended - length) / 2);
  return [Math.max(0, Math.min(first, limit - extended)), extended];
}
