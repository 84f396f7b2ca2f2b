import sharp, { type Sharp } from 'sharp';
import { conversionLimits } from './conversions.ts';

/** Opens an image, which is decoded row by row as it is read. */
export function openImage(image: string): Sharp {
  return sharp(image, { limitInputPixels: conversionLimits.inputPixels, sequentialRead: true });
}
