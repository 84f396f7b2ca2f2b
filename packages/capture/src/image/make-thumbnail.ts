import sharp from 'sharp';
import type { CaptureRequest } from '../model/capture-types.ts';
import { imageLimits } from '../page/plan-area.ts';

/**
 * Scales `image` down to a width of `maxWidth` pixels. Keeps the aspect ratio and the format. An image that is already
 * narrower keeps its size.
 * @param options.encodeSeconds time limit in whole seconds
 */
export async function makeThumbnail(
  image: Buffer,
  maxWidth: number,
  { format, quality, encodeSeconds }: Pick<CaptureRequest, 'format' | 'quality'> & { encodeSeconds: number },
): Promise<Buffer> {
  const original = sharp(image, { limitInputPixels: imageLimits.area });
  const { width, height } = await original.metadata();
  const scale = Math.min(1, maxWidth / width);
  // sharp derives a missing height from the image that the JPEG decoder has already scaled down, whose size is rounded.
  const size = { width: Math.min(width, maxWidth), height: Math.max(1, Math.round(scale * height)) };
  const resized = original.resize({ ...size, fit: 'fill' });
  // The minimum quality that sharp accepts is 1.
  const encoded = format === 'jpeg' ? resized.jpeg({ quality: Math.max(1, quality) }) : resized.png();
  return encoded.timeout({ seconds: encodeSeconds }).toBuffer();
}
