import sharp, { type Sharp } from 'sharp';
import { imageLimits } from '../page/plan-area.ts';
import type { Tiles } from './take-tiles.ts';

/** Joins the tiles into one image. They are decoded row by row while the image is read, never all at once. */
export function joinTiles({ images, across, width, height }: Tiles): Sharp {
  const [first, ...more] = images;
  if (first !== undefined && more.length === 0) return sharp(first, { limitInputPixels: imageLimits.area });
  // sharp pads each tile to the size of the largest; the padding is cut off.
  return sharp(images, {
    limitInputPixels: imageLimits.area,
    sequentialRead: true,
    join: { across },
  }).extract({
    left: 0,
    top: 0,
    width,
    height,
  });
}
