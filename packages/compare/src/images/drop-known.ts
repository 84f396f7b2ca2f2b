// A known look is another image of the page, such as the other variant of an A/B test. A difference from the baseline does
// not count if the known look shows the same pixel there. So a page that combines known variants is known as well.
//
// A remembered look is one of two captures that were taken at the same time and differed. In the areas in which they
// differed, further appearances are expected. But if the image shows the same in an area as the remembered look, the page
// may have changed between those two captures, so its difference from the baseline counts.
import type { Rectangle } from '../change.ts';
import { computeRatio } from './classify-pixels.ts';
import { type PixelComparison, pixelClass } from './pixel-comparison.ts';

/** In pixels. Another advertisement differs in slightly different places. */
const margin = 8;

/**
 * Returns a comparison with a baseline without the differences that the known look explains.
 * @param known compares the known look, as the baseline, with the same image
 */
export function dropKnown(comparison: PixelComparison, known: PixelComparison): PixelComparison {
  const { canvas, segments, classes, current } = known;
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
  return dropExplained(comparison, shown, (row) => !removedBefore.has(row));
}

/**
 * Returns a comparison with a baseline without the differences that the unstable areas of a remembered look explain.
 * @param remembered compares the remembered look, as the baseline, with the same image
 * @param unstable in pixels of the remembered look
 */
export function dropRemembered(
  comparison: PixelComparison,
  remembered: PixelComparison,
  unstable: Rectangle[],
): PixelComparison {
  const { width, height } = remembered.current;
  const expected = new Uint8Array(width * height);
  for (const area of unstable) {
    const runs = runsInArea(remembered, area);
    const isDifferent = runs.some(({ at, pixels }) =>
      remembered.classes.subarray(at, at + pixels).includes(pixelClass.different),
    );
    if (isDifferent) for (const { place, pixels } of runs) expected.fill(1, place, place + pixels);
  }
  const rowsOfAreas = unstable.filter((area) => area.width === remembered.baseline.width);
  const isUnstable = (from: number, end: number) =>
    rowsOfAreas.some(({ top, height }) => from < top + height + margin && end > top - margin);
  const removedBefore = new Set<number>();
  let [nextOfLook, next] = [0, 0];
  for (const { baseline, current, rows } of remembered.segments) {
    if (baseline === null && isUnstable(nextOfLook, nextOfLook + 1))
      expected.fill(1, next * width, (next + rows) * width);
    if (current === null && isUnstable(nextOfLook, nextOfLook + rows)) removedBefore.add(next);
    if (baseline !== null) nextOfLook = baseline + rows;
    if (current !== null) next = current + rows;
  }
  return dropExplained(comparison, expected, (row) => removedBefore.has(row));
}

/** Consecutive pixels of a row: the index of the first one on the canvas and in the image. */
type PixelRun = { at: number; place: number; pixels: number };

/** The pixels of the image that a look shows in an area and around it, without rows that only the image has. */
function runsInArea(look: PixelComparison, { left, top, width, height }: Rectangle): PixelRun[] {
  const { canvas, current } = look;
  const from = Math.max(0, left - margin);
  const pixels = Math.min(current.width, left + width + margin) - from;
  const runs: PixelRun[] = [];
  let canvasTop = 0;
  for (const { baseline, current: start, rows } of look.segments) {
    if (baseline !== null && start !== null) {
      const end = Math.min(rows, top + height + margin - baseline);
      for (let row = Math.max(0, top - margin - baseline); row < end && pixels > 0; row++)
        runs.push({
          at: (canvasTop + row) * canvas.width + from,
          place: (start + row) * current.width + from,
          pixels,
        });
    }
    canvasTop += rows;
  }
  return runs;
}

/**
 * @param explained contains 1 for each explained pixel of the current image
 * @param isRemovalExplained whether rows that are missing before a row of the current image are explained
 */
function dropExplained(
  comparison: PixelComparison,
  explained: Uint8Array,
  isRemovalExplained: (row: number) => boolean,
): PixelComparison {
  const { canvas, segments, current } = comparison;
  const classes = comparison.classes.slice();
  let [top, next] = [0, 0];
  for (const segment of segments) {
    for (let row = 0; row < segment.rows; row++)
      for (let column = 0; column < canvas.width; column++) {
        const at = (top + row) * canvas.width + column;
        if (classes[at] !== pixelClass.different) continue;
        const isExplained =
          segment.current === null
            ? isRemovalExplained(next)
            : column < current.width && explained[(segment.current + row) * current.width + column] === 1;
        if (isExplained) classes[at] = pixelClass.unstable;
      }
    top += segment.rows;
    if (segment.current !== null) next = segment.current + segment.rows;
  }
  return { ...comparison, classes, ratio: computeRatio(classes) };
}
