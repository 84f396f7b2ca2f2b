/** A decoded image: `data` has four bytes (RGBA) per pixel, row by row. */
export type Picture = { width: number; height: number; data: Uint8Array };
export type Rgb = readonly [red: number, green: number, blue: number];
export type Area = { left: number; top: number; width: number; height: number };

/**
 * Colors are considered equal if no channel differs by more than this value. Half-transparent content differs by more
 * than that.
 */
const tolerance = 12;

/** Returns black for points outside the picture. */
export function pixelAt({ width, height, data }: Picture, left: number, top: number): Rgb {
  if (left < 0 || top < 0 || left >= width || top >= height) return [0, 0, 0];
  const start = (Math.floor(top) * width + Math.floor(left)) * 4;
  return [data[start]!, data[start + 1]!, data[start + 2]!];
}

export function isNear(one: Rgb, other: Rgb, by = tolerance): boolean {
  return one.every((channel, index) => Math.abs(channel - other[index]!) <= by);
}

/** The fraction of an area's pixels that have this color, from 0 to 1. */
export function shareOf(picture: Picture, area: Area, color: Rgb): number {
  let found = 0;
  forEachPixel(area, (left, top) => {
    if (isNear(pixelAt(picture, left, top), color)) found += 1;
  });
  return found / (area.width * area.height);
}

/** The mean color of an area. */
export function meanOf(picture: Picture, area: Area): Rgb {
  const sums = [0, 0, 0];
  forEachPixel(area, (left, top) => {
    for (const [index, channel] of pixelAt(picture, left, top).entries()) sums[index]! += channel;
  });
  const [red, green, blue] = sums.map((sum) => Math.round(sum / (area.width * area.height)));
  return [red!, green!, blue!];
}

/** The number of different colors in an area, which is 1 if the area is blank. */
export function colorsIn(picture: Picture, area: Area): number {
  const colors = new Set<number>();
  forEachPixel(area, (left, top) => {
    const [red, green, blue] = pixelAt(picture, left, top);
    colors.add((red << 16) | (green << 8) | blue);
  });
  return colors.size;
}

/** The number of pixels with a given color in column `left`, starting at `top` and covering `height` pixels. */
export function columnLength(picture: Picture, left: number, { top, height }: Area, color: Rgb): number {
  return Math.round(shareOf(picture, { left, top, width: 1, height }, color) * height);
}

function forEachPixel({ left, top, width, height }: Area, visit: (left: number, top: number) => void): void {
  for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) visit(x, y);
}
