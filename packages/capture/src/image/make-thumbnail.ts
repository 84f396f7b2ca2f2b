import sharp from 'sharp';
import type { CaptureRequest } from '../model/capture-types.ts';
import { imageLimits } from '../page/plan-area.ts';

/**
 * Scales `image` down to a width of `width` pixels. Keeps the aspect ratio and the format. An image that is already
 * narrower keeps its size.
 * @param options.encodeSeconds time limit in whole seconds
 */
export function makeThumbnail(
  image: Buffer,
  width: number,
  { format, quality, encodeSeconds }: Pick<CaptureRequest, 'format' | 'quality'> & { encodeSeconds: number },
): Promise<Buffer> {
  const resized = sharp(image, { limitInputPixels: imageLimits.area }).resize({
    width,
    withoutEnlargement: true,
  });
  // The minimum quality that sharp accepts is 1.
  const encoded = format === 'jpeg' ? resized.jpeg({ quality: Math.max(1, quality) }) : resized.png();
  return encoded.timeout({ seconds: encodeSeconds }).toBuffer();
}
