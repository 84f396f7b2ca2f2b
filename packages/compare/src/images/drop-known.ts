// A known look is another image of the page, such as the other variant of an A/B test. A difference from the baseline does
// not count if the known look shows the same pixel there. So a page that combines known variants is known as well.
import { computeRatio } from './classify-pixels.ts';
import { type PixelComparison, pixelClass } from './pixel-comparison.ts';

/**
 * Returns a comparison with a baseline without the differences that the known look explains.
 * @param known compares the known look, as the baseline, with the same image
 */
export function dropKnown(comparison: PixelComparison, known: PixelComparison): PixelComparison {
  const look = lookOf(known);
  const { canvas, segments, current } = comparison;
  const classes = comparison.classes.slice();
  let [top, next] = [0, 0];
  for (const segment of segments) {
    for (let row = 0; row < segment.rows; row++)
      for (let column = 0; column < canvas.width; column++) {
        const at = (top + row) * canvas.width + column;
        if (classes[at] !== pixelClass.different) continue;
        const isKnown =
          segment.current === null
            ? !look.removedBefore.has(next)
            : column < current.width && look.has(column, segment.current + row);
        if (isKnown) classes[at] = pixelClass.unstable;
      }
    top += segment.rows;
    if (segment.current !== null) next = segment.current + segment.rows;
  }
  return { ...comparison, classes, ratio: computeRatio(classes) };
}

/** Whether the look shows a pixel of the current image, and before which of its rows the look has further rows. */
function lookOf({ canvas, segments, classes, current }: PixelComparison) {
  const shown = new Uint8Array(current.width * current.height);
  const removedBefore = new Set<number>();
  let [top, next] = [0, 0];
  for (const segment of segments) {
    if (segment.current === null) removedBefore.add(next);
    else {
      for (let row = 0; row < segment.rows; row++)
        for (let column = 0; column < current.width; column++)
          if (classes[(top + row) * canvas.width + column] !== pixelClass.different)
            shown[(segment.current + row) * current.width + column] = 1;
      next = segment.current + segment.rows;
    }
    top += segment.rows;
  }
  return { removedBefore, has: (column: number, row: number) => shown[row * current.width + column] === 1 };
}
