import sharp from 'sharp';
import type { Capture, ImageFormat } from '../model/capture-types.ts';
import { imageLimits } from '../page/plan-area.ts';

/** Bytes per pixel above which an image has more than one color. */
const maxDensity: Record<ImageFormat, number> = { png: 0.01, jpeg: 0.03 };
/** Images up to this size in bytes may have a single color, regardless of their number of pixels. */
const minBytes = 2_048;
/**
 * Number of pixels per side that are averaged into one: 1280 × 800 pixels become 64 × 36. Even a short word changes an
 * average.
 */
const averaged = { across: 20, down: 22 };
/** Maximum difference between the values of a color channel. */
const tolerance = 2;

/**
 * Whether an entire image has a single color. Most images need not be decoded, because they have too many bytes for a
 * single color.
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
