import type { Rectangle } from './change.ts';
import {
  type CompareOptions,
  type ComparisonResult,
  noDifference,
  toComparisonResult,
} from './comparison-result.ts';
import { runInThread } from './run-in-thread.ts';

/**
 * Compares two PNG or JPEG images pixel by pixel on a canvas that contains both, after their rows were aligned (ADR 69). `ratio` is the share of differing pixels
 * among the unmasked pixels of the canvas, and 0 if the masks cover the whole canvas. Pixels that only one image has count as
 * different. Anti-aliasing and small color differences do not count (`images/color-tolerance.ts`). The diff is a PNG of the
 * canvas: the current image faded, removed rows, differences in one color, masks hatched. Images with identical bytes are not decoded.
 * @param options.masks cover each image in its own coordinates, and are clipped to it
 * @param options.again a second capture of the same moment as `current`: what differs between these two does not count
 * @throws ComparisonError
 */
export async function compareImages(
  baseline: Buffer,
  current: Buffer,
  options: CompareOptions & { masks: Rectangle[]; again?: Buffer | null },
): Promise<ComparisonResult> {
  const { masks, again = null, signal, threshold } = options;
  const difference = baseline.equals(current)
    ? noDifference
    : await runInThread(
        // Copies, because the buffers are transferred to the thread.
        {
          kind: 'images',
          baseline: new Uint8Array(baseline),
          current: new Uint8Array(current),
          again: again && new Uint8Array(again),
          masks,
        },
        signal,
      );
  return toComparisonResult(difference, threshold);
}
