import sharp from 'sharp';
import type { Capture, ImageFormat } from '../model/capture-types.ts';
import { imageLimits } from '../page/plan-area.ts';

/** Bytes per pixel above which an image has more than one color. */
const maxDensity: Record<ImageFormat, number> = { png: 0.01, jpeg: 0.03 };
/** Size in bytes that is always allowed, regardless of the number of pixels. */
const minBytes = 2_048;
/** Number of pixels per side that are averaged into one: 1280 × 800 become 64 × 36. A short word still changes the average. */
const averaged = { across: 20, down: 22 };
/** Maximum difference between the values of a color channel. */
const tolerance = 2;

/**
 * Whether an entire image has one color. Most images are not decoded, because they have too many bytes for one color.
 * @param seconds time limit for decoding
 */
export async function hasOneColor(
  { image, width, height }: Pick<Capture, 'image' | 'width' | 'height'>,
  format: ImageFormat,
  seconds: number,
): Promise<boolean> {
  if (image.length > Math.max(minBytes, maxDensity[format] * width * height)) return false;
  const { data, info } = await sharp(image, { limitInputPixels: imageLimits.area, sequentialRead: true })
    .removeAlpha()
    .resize({
      width: Math.ceil(width / averaged.across),
      height: Math.ceil(height / averaged.down),
      fit: 'fill',
    })
    .timeout({ seconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.channels }, (_, channel) => {
    let [min, max] = [255, 0];
    for (let at = channel; at < data.length; at += info.channels) {
      min = Math.min(min, data[at]!);
      max = Math.max(max, data[at]!);
    }
    return max - min <= tolerance;
  }).every((even) => even);
}
