import type { Sharp } from 'sharp';
import { ConversionError } from './conversion-error.ts';
import {
  conversionLimits,
  type ImageFormat,
  type Picture,
  type Size,
  type VariantInput,
} from './conversions.ts';
import { readHeaderOf } from './image-header.ts';
import { openImage } from './open-image.ts';
import { variantSize } from './variant-size.ts';

/**
 * Scales an image, or the surroundings of an area, down, crops it at the bottom, and encodes it. Returns null if the result would be identical to the input.
 * @param file path of the result
 * @throws ConversionError `undecodable`, `too_large`
 */
export async function makeVariant(
  { image, format, ...limits }: VariantInput,
  file: string,
): Promise<Picture | null> {
  const source = await readHeaderOf(image);
  const { width, height, shown } = variantSize(source, limits);
  if (format === source.format && width === source.width && height === source.height) return null;
  assertFits(format, { width, height });
  const scaled = openImage(image).extract(shown).resize({ width, height, fit: 'fill' });
  await encode(scaled, format).toFile(file);
  return { file, width, height };
}

function assertFits(format: ImageFormat, { width, height }: Size): void {
  const side = conversionLimits.variantSide[format];
  const pixels = conversionLimits.variantPixels[format];
  if (Math.max(width, height) > side)
    throw tooLarge(format, { width, height }, `more than ${side} pixels on a side`);
  if (width * height > pixels) throw tooLarge(format, { width, height }, `more than ${pixels} pixels`);
}

const tooLarge = (format: ImageFormat, { width, height }: Size, reason: string) =>
  new ConversionError(
    'too_large',
    `The image would have ${width} × ${height} pixels, and images in the format ${format} cannot have ${reason} here. ` +
      'Request a smaller width, a height at which the image is cropped, or another format.',
  );

// Measured on pages with text and photographs: higher efforts take several times the CPU time but save only a few
// percent.
function encode(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'webp':
      return image.webp({ quality: 82, effort: 3 });
    case 'avif':
      return image.avif({ quality: 55, effort: 2 });
    case 'png':
      return image.png({ compressionLevel: 7 });
    case 'jpeg':
      // Optimized coding would keep the whole image in memory.
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, optimiseCoding: false });
  }
}
