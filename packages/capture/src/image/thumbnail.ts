import sharp from 'sharp';
import type { CaptureRequest } from '../model/capture-types.ts';

/**
 * `image` made smaller to `width` pixels, with its aspect ratio and its format kept. An image that is narrower than
 * that stays its size.
 */
export function makeThumbnail(
  image: Buffer,
  width: number,
  { format, quality }: Pick<CaptureRequest, 'format' | 'quality'>,
): Promise<Buffer> {
  const resized = sharp(image, { limitInputPixels: false }).resize({ width, withoutEnlargement: true });
  // sharp's scale starts at 1.
  const encoded = format === 'jpeg' ? resized.jpeg({ quality: Math.max(1, quality) }) : resized.png();
  return encoded.toBuffer();
}
