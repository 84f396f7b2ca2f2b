import { type CompareOptions, type Comparison, comparison, type Rectangle } from './comparison.ts';
import { runInThread } from './run-in-thread.ts';

/**
 * Compares two PNG or JPEG images pixel by pixel on the canvas that holds both. `ratio` is the share of different pixels
 * among those of the canvas that no mask covers, 0 when masks cover all of it; what only one image has is different.
 * Anti-aliasing and small differences of colour are not (`images/tolerance.ts`). The diff is a PNG of the canvas: the
 * current image faded, the differences in one colour, the masks hatched. The same bytes are not decoded.
 * @param options.masks clipped at the canvas
 * @throws ComparisonError
 */
export async function compareImages(
  baseline: Buffer,
  current: Buffer,
  options: CompareOptions & { masks: Rectangle[] },
): Promise<Comparison> {
  const { masks, signal, threshold } = options;
  const found = baseline.equals(current)
    ? { ratio: 0, diff: null }
    : await runInThread(
        // Copies of their own, which may go to the thread for good.
        { kind: 'images', baseline: new Uint8Array(baseline), current: new Uint8Array(current), masks },
        signal,
      );
  return comparison(found, threshold);
}
