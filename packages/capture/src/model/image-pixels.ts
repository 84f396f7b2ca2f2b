import type { Area } from './capture-types.ts';

type Size = Pick<Area, 'width' | 'height'>;

/**
 * Converts a rectangle from CSS pixels to the image pixels that it covers. `origin` is the corner of the image in CSS
 * pixels. This is the only conversion: one CSS pixel is `scaleFactor` image pixels.
 */
export function imagePixels(area: Area, scaleFactor: number, origin = { left: 0, top: 0 }): Area {
  // Chromium moves the corner of an image to the nearest screen pixel.
  const shift = { left: Math.round(origin.left * scaleFactor), top: Math.round(origin.top * scaleFactor) };
  const left = Math.floor((area.left + origin.left) * scaleFactor) - shift.left;
  const top = Math.floor((area.top + origin.top) * scaleFactor) - shift.top;
  return {
    left,
    top,
    width: Math.ceil((area.left + area.width + origin.left) * scaleFactor) - shift.left - left,
    height: Math.ceil((area.top + area.height + origin.top) * scaleFactor) - shift.top - top,
  };
}

/** The size of an image of `size`, which Chromium rounds. */
export function imageSize({ width, height }: Size, scaleFactor: number): Size {
  return { width: Math.round(width * scaleFactor), height: Math.round(height * scaleFactor) };
}
