import type { Rectangle } from './change.ts';
import {
  type CompareOptions,
  type ComparisonResult,
  type ImageFiles,
  toComparisonResult,
} from './comparison-result.ts';
import { canvasOf, readImageInfo } from './images/decode-image.ts';
import type { Size } from './images/pixel-comparison.ts';
import { runInThread } from './run-in-thread.ts';

/**
 * Maximum memory per canvas pixel, in bytes: three each for the two images and the diff, and one each for two
 * classifications of all pixels.
 */
const bytesPerPixel = 11;
/** Memory in bytes for the thread and for libvips while it decodes and encodes. Measured: 50 MB. */
const threadBytes = 64 * 1_024 * 1_024;

/**
 * An upper bound on the memory that `compareImages` needs if there is no second capture.
 * @returns the size of the canvas that contains both images, and the bytes of memory
 * @throws ComparisonError `undecodable`, `too_large`
 */
export async function measureComparison({
  baseline,
  current,
}: ImageFiles): Promise<{ canvas: Size; bytes: number }> {
  const canvas = canvasOf(await readImageInfo(baseline), await readImageInfo(current));
  return { canvas, bytes: threadBytes + canvas.width * canvas.height * bytesPerPixel };
}

/**
 * Compares two PNG or JPEG images pixel by pixel on a canvas that contains both, after aligning their rows (ADR 69).
 * `ratio` is the fraction of the canvas's unmasked pixels that differ, and 0 if the masks cover the whole canvas.
 * Pixels that exist in only one image are counted as different. Anti-aliasing and small color differences do not count
 * (`images/color-tolerance.ts`). The diff is a PNG of the canvas: the current image is faded, removed rows are
 * included, differences have one color, and masks are hatched. The promise settles once the memory has been freed.
 * @param options.masks apply to each image in its own coordinates, and are clipped to the image
 * @throws ComparisonError
 */
export async function compareImages(
  files: ImageFiles,
  { masks, signal, threshold }: CompareOptions & { masks: Rectangle[] },
): Promise<ComparisonResult> {
  return toComparisonResult(await runInThread({ kind: 'images', ...files, masks }, signal), threshold);
}
