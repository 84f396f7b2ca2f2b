// Runs in Node and in browsers. Checks and the dashboard use the same code, so they get the same ratio for the same two
// images and masks.
import type { Rectangle } from '../change.ts';
import { comparisonLimits } from '../comparison-limits.ts';
import { alignRows, unalignedSegments } from './align-rows.ts';
import { classifyPixels } from './classify-pixels.ts';
import {
  type PixelComparison,
  type PixelImages,
  pixelClass,
  type RowSegment,
  type Size,
  type UnstableArea,
} from './pixel-comparison.ts';
import { renderDiff } from './render-diff.ts';

/** The canvas of a comparison without alignment. */
export const commonCanvas = (a: Size, b: Size): Size => ({
  width: Math.max(a.width, b.width),
  height: Math.max(a.height, b.height),
});

/**
 * Aligns the rows of two images, then compares their pixels (ADR 69).
 * @param options.masks apply to each image in its own coordinates, and are clipped to the image
 * @param options.tolerance how much two colors may differ (`color-tolerance.ts`)
 * @param options.unstable areas that do not count
 * @param options.expectsMoves for two looks of one page, which may have different banners: rows are aligned even if the
 * inserted rows have more pixels than the content that would otherwise differ
 */
export function comparePixels(
  images: PixelImages,
  options: {
    masks: Rectangle[];
    tolerance: number;
    unstable: UnstableArea | null;
    expectsMoves?: boolean;
  },
): PixelComparison {
  const { masks, tolerance: threshold, unstable } = options;
  const { baseline, current } = images;
  const classifyOn = ({ canvas, segments }: Layout): PixelComparison => ({
    ...classifyPixels(images, { canvas, segments, masks, threshold, unstable }),
    ...{ canvas, segments, baseline: sizeOf(baseline), current: sizeOf(current) },
  });
  const canvas = commonCanvas(baseline, current);
  const unaligned = classifyOn({ canvas, segments: unalignedSegments(baseline, current) });
  const aligned = unaligned.ratio > 0 ? align(images, masks) : null;
  if (aligned === null) return unaligned;
  const found = classifyOn(aligned);
  const isMove = options.expectsMoves && movesEnd(found);
  const extent = isMove ? countReplaced : ({ ratio }: PixelComparison) => ratio;
  return extent(found) < extent(unaligned) ? found : unaligned;
}

/** Whether the last rows that both images have moved. Two advertisements that swap their places do not move the end of the page. */
function movesEnd({ segments }: PixelComparison): boolean {
  const last = segments.findLast(({ baseline, current }) => baseline !== null && current !== null);
  return last !== undefined && last.baseline !== last.current;
}

/** The number of pixels that differ in rows that both images have. */
function countReplaced({ canvas, segments, classes }: PixelComparison): number {
  let [count, top] = [0, 0];
  for (const { baseline, current, rows } of segments) {
    if (baseline !== null && current !== null)
      for (let at = top * canvas.width; at < (top + rows) * canvas.width; at++)
        if (classes[at] === pixelClass.different) count += 1;
    top += rows;
  }
  return count;
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** The arrangement of the rows on the canvas. */
type Layout = { canvas: Size; segments: RowSegment[] };

/**
 * Returns the layout of the aligned images; null if they cannot be aligned. Its canvas has room for the removed rows in
 * addition to the rows of the current image.
 */
function align(images: PixelImages, masks: Rectangle[]): Layout | null {
  const segments = alignRows(images, masks);
  if (segments === null) return null;
  const height = segments.reduce((sum, { rows }) => sum + rows, 0);
  const { width } = images.current;
  return width * height <= comparisonLimits.pixels ? { canvas: { width, height }, segments } : null;
}

/**
 * Draws the diff of a comparison, with three bytes per pixel of its canvas: the current image faded, differences in one
 * color. It reuses the memory of the images, so their pixels are no longer valid afterwards.
 * @param images the compared images; the rows of `current` are as wide as the canvas
 */
export function drawDiff(images: PixelImages, { canvas, segments, classes }: PixelComparison): Uint8Array {
  const pixels = onCanvas(images, canvas, segments);
  renderDiff(pixels, classes, canvas.width);
  return pixels;
}

/**
 * Arranges the pixels of the current image on the canvas, with white rows where rows exist only in the baseline. If
 * possible, the result reuses the memory of an image: that of the current image if its rows do not move, otherwise that
 * of the baseline.
 */
function onCanvas({ baseline, current }: PixelImages, canvas: Size, segments: RowSegment[]): Uint8Array {
  const { data, height, rowWidth } = current;
  const rowBytes = rowWidth * 3;
  let top = 0;
  const placed = segments.map((segment) => {
    const at = { ...segment, top };
    top += segment.rows;
    return at;
  });
  const staysInPlace = placed.every(({ current, top }) =>
    current === null ? top >= height : current === top,
  );
  const bytes = canvas.height * rowBytes;
  if (staysInPlace && data.length === bytes) return data;
  const pixels = baseline.data.length >= bytes ? baseline.data.subarray(0, bytes) : new Uint8Array(bytes);
  for (const { current, rows, top } of placed) {
    const [from, to] = [top * rowBytes, (top + rows) * rowBytes];
    if (current === null) pixels.fill(255, from, to);
    else pixels.set(data.subarray(current * rowBytes, (current + rows) * rowBytes), from);
  }
  return pixels;
}
