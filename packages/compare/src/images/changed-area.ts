import type { ChangedArea, Rectangle } from '../change.ts';
import { type PixelComparison, pixelClass, type RowSegment, type Size } from './pixel-comparison.ts';

/** Rows and columns of the canvas, without `right` and `bottom` themselves. */
type Bounds = { left: number; top: number; right: number; bottom: number };

/** Returns the bounding box of all changed pixels, in pixels of each image. Null if no pixel changed. */
export function changedArea(comparison: PixelComparison): ChangedArea | null {
  const bounds = boundsOf(comparison);
  if (bounds === null) return null;
  const { segments, baseline, current } = comparison;
  const inImage = (side: 'baseline' | 'current', size: Size) =>
    clip(size, {
      ...bounds,
      top: rowsAbove(segments, side, bounds.top),
      bottom: rowsAbove(segments, side, bounds.bottom),
    });
  return { baseline: inImage('baseline', baseline), current: inImage('current', current) };
}

function boundsOf({ canvas: { width }, classes }: PixelComparison): Bounds | null {
  let bounds: Bounds | null = null;
  let at = classes.indexOf(pixelClass.different);
  while (at !== -1) {
    const row = Math.floor(at / width);
    const end = (row + 1) * width;
    const [left, right] = [at % width, (classes.lastIndexOf(pixelClass.different, end - 1) % width) + 1];
    bounds ??= { left, top: row, right, bottom: row };
    if (left < bounds.left) bounds.left = left;
    if (right > bounds.right) bounds.right = right;
    bounds.bottom = row + 1;
    at = classes.indexOf(pixelClass.different, end);
  }
  return bounds;
}

/** Returns the number of rows of an image that the canvas shows above `canvasRow`. */
function rowsAbove(segments: RowSegment[], side: 'baseline' | 'current', canvasRow: number): number {
  let [rows, top] = [0, 0];
  for (const segment of segments) {
    if (top >= canvasRow) break;
    if (segment[side] !== null) rows += Math.min(segment.rows, canvasRow - top);
    top += segment.rows;
  }
  return rows;
}

/** Clips the bounds to an image. The result contains at least one pixel. */
function clip({ width, height }: Size, bounds: Bounds): Rectangle {
  const left = Math.min(bounds.left, width - 1);
  const top = Math.min(bounds.top, height - 1);
  const right = Math.min(Math.max(bounds.right, left + 1), width);
  const bottom = Math.min(Math.max(bounds.bottom, top + 1), height);
  return { left, top, width: right - left, height: bottom - top };
}
