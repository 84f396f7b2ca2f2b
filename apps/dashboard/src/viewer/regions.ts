import type { Rectangle } from '@shotclock/compare/pixels';

/** The same value as in the API. */
export const maxRegions = 50;

export type Point = { x: number; y: number };

/** Parses `left,top,width,height`, as the API stores a region. */
export function parseRegion(text: string): Rectangle {
  const [left = 0, top = 0, width = 1, height = 1] = text.split(',').map(Number);
  return { left, top, width, height };
}

export const formatRegion = ({ left, top, width, height }: Rectangle): string =>
  [left, top, width, height].join(',');

/** The region between two points, in whole pixels and within the image; null if it is smaller than 4 pixels on a side. */
export function regionBetween(
  one: Point,
  other: Point,
  image: { width: number; height: number },
): Rectangle | null {
  const within = (value: number, max: number) => Math.round(Math.min(max, Math.max(0, value)));
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)].map((x) =>
    within(x, image.width),
  );
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)].map((y) =>
    within(y, image.height),
  );
  const region = { left: left!, top: top!, width: right! - left!, height: bottom! - top! };
  return region.width < 4 || region.height < 4 ? null : region;
}

/** The initial region for keyboard users, centered at the top of the image. */
export function newRegion({ width, height }: { width: number; height: number }): Rectangle {
  const size = { width: Math.max(1, Math.round(width / 4)), height: Math.max(1, Math.min(100, height)) };
  return { left: Math.round((width - size.width) / 2), top: 0, ...size };
}
