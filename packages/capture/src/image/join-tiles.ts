import sharp, { type Sharp } from 'sharp';
import type { Tiles } from './take-tiles.ts';

/** The pieces as one image of exactly its size. They are decoded row by row as it is read, never all at once. */
export function joinTiles({ images, across, width, height }: Tiles): Sharp {
  const [first, ...more] = images;
  if (first !== undefined && more.length === 0) return sharp(first, { limitInputPixels: false });
  // Joined, each piece has the size of the largest: what the last ones lack is cut off again.
  return sharp(images, { limitInputPixels: false, sequentialRead: true, join: { across } }).extract({
    left: 0,
    top: 0,
    width,
    height,
  });
}
