import pixelmatch from 'pixelmatch';
import type { Rectangle } from '../change.ts';
import { bytesAreEqual } from './compare-bytes.ts';
import {
  type PixelImage,
  type PixelImages,
  pixelClass,
  type RowSegment,
  type Size,
  type UnstableArea,
} from './pixel-comparison.ts';

/** In segments with rows from both images, pixels are compared up to the smaller width. */
type Options = {
  canvas: Size;
  segments: RowSegment[];
  masks: Rectangle[];
  threshold: number;
  unstable: UnstableArea | null;
};
/** Consecutive rows: the first row's position on the canvas, in the baseline and in the current image. */
type Pair = { top: number; baseline: number; current: number; rows: number };

/** Number of rows per comparison. It is limited, so that only the class array grows with the canvas. */
const bandRows = 64;
/** The radius around a pixel in which pixelmatch looks for anti-aliasing. */
const antiAliasingRadius = 2;

/**
 * Classifies every pixel of the canvas, whose rows show the segments in sequence. `ratio` is the number of different
 * pixels divided by the number of pixels that are neither masked nor unstable.
 * @param options.masks are applied to each image in its own coordinates
 * @param options.unstable in the coordinates of the current image
 */
export function classifyPixels(
  images: PixelImages,
  { canvas, segments, masks, threshold, unstable }: Options,
): { classes: Uint8Array; ratio: number } {
  const classes = new Uint8Array(canvas.width * canvas.height);
  const width = Math.min(images.baseline.width, images.current.width);
  let top = 0;
  /** The next row in the current image. */
  let next = 0;
  for (const { baseline, current, rows } of segments) {
    for (const start of new Set([baseline, current])) {
      if (start === null) continue;
      for (const mask of masks) maskRows(classes, canvas, { mask, start, top, rows });
    }
    if (unstable) markUnstable(classes, canvas, { unstable, current, next, top, rows });
    if (baseline !== null && current !== null)
      classifyPair(images, classes, { canvas, width, threshold, pair: { top, baseline, current, rows } });
    const common = baseline === null || current === null ? 0 : width;
    if (baseline !== null)
      classifyRest(classes, canvas, { top, rows, from: common, to: images.baseline.width });
    if (current !== null)
      classifyRest(classes, canvas, { top, rows, from: common, to: images.current.width });
    top += rows;
    if (current !== null) next = current + rows;
  }
  return { classes, ratio: computeRatio(classes) };
}

function classifyPair(
  { baseline, current }: PixelImages,
  classes: Uint8Array,
  { canvas, width, threshold, pair }: { canvas: Size; width: number; threshold: number; pair: Pair },
): void {
  const bytes = width * (bandRows + 2 * antiAliasingRadius) * 4;
  const [baselineBuffer, currentBuffer, outputBuffer] = [
    new Uint8Array(bytes),
    new Uint8Array(bytes),
    new Uint8Array(bytes),
  ];
  for (let top = 0; top < pair.rows; top += bandRows) {
    const bottom = Math.min(top + bandRows, pair.rows);
    if (rowsAreEqual(baseline, current, width, pair, top, bottom)) continue;
    const [from, to] = [
      Math.max(0, top - antiAliasingRadius),
      Math.min(pair.rows, bottom + antiAliasingRadius),
    ];
    const size = width * (to - from) * 4;
    const band = { classes, canvas, width, from, to, top: pair.top };
    const [a, b, output] = [
      baselineBuffer.subarray(0, size),
      currentBuffer.subarray(0, size),
      outputBuffer.subarray(0, size),
    ];
    copyRows(baseline, a, { ...band, start: pair.baseline });
    copyRows(current, b, { ...band, start: pair.current });
    output.fill(0);
    pixelmatch(a, b, output, width, to - from, { threshold, diffMask: true });
    for (let row = top; row < bottom; row++)
      for (let column = 0; column < width; column++)
        if (output[((row - from) * width + column) * 4 + 3] !== 0)
          classes[(pair.top + row) * canvas.width + column] = pixelClass.different;
  }
}

function rowsAreEqual(
  a: PixelImage,
  b: PixelImage,
  width: number,
  pair: Pair,
  top: number,
  bottom: number,
): boolean {
  for (let row = top; row < bottom; row++) {
    const startA = (pair.baseline + row) * a.rowWidth * 3;
    const startB = (pair.current + row) * b.rowWidth * 3;
    const [bytesA, bytesB] = [
      a.data.subarray(startA, startA + width * 3),
      b.data.subarray(startB, startB + width * 3),
    ];
    if (!bytesAreEqual(bytesA, bytesB)) return false;
  }
  return true;
}

/**
 * Copies the rows. Pixels that do not count become white in both images, so that they do not affect how anti-aliasing is
 * detected in adjacent pixels.
 */
function copyRows(
  { data, rowWidth }: PixelImage,
  target: Uint8Array,
  band: {
    classes: Uint8Array;
    canvas: Size;
    width: number;
    from: number;
    to: number;
    top: number;
    start: number;
  },
): void {
  target.fill(255);
  for (let row = band.from, to = 0; row < band.to; row++) {
    let from = (band.start + row) * rowWidth * 3;
    let at = (band.top + row) * band.canvas.width;
    for (let column = 0; column < band.width; column++, from += 3, to += 4, at++) {
      if (doesNotCount(band.classes[at]!)) continue;
      target[to] = data[from]!;
      target[to + 1] = data[from + 1]!;
      target[to + 2] = data[from + 2]!;
    }
  }
}

const doesNotCount = (value: number): boolean => value === pixelClass.masked || value === pixelClass.unstable;

/**
 * Marks the unstable pixels among `rows` rows of the canvas, starting at `top`. The first of these rows shows row `current` of
 * the current image. If `current` is null, the rows precede row `next` of the current image.
 */
function markUnstable(
  classes: Uint8Array,
  canvas: Size,
  {
    unstable,
    current,
    next,
    top,
    rows,
  }: { unstable: UnstableArea; current: number | null; next: number; top: number; rows: number },
): void {
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < canvas.width; column++) {
      const isUnstable =
        current === null ? unstable.removedBefore.has(next) : unstable.has(column, current + row);
      const at = (top + row) * canvas.width + column;
      if (isUnstable && classes[at] === pixelClass.same) classes[at] = pixelClass.unstable;
    }
}

/** Marks pixels that exist in only one image as different. */
function classifyRest(
  classes: Uint8Array,
  canvas: Size,
  { top, rows, from, to }: { top: number; rows: number; from: number; to: number },
): void {
  for (let row = top; row < top + rows; row++)
    for (let at = row * canvas.width + from; at < row * canvas.width + to; at++)
      if (!doesNotCount(classes[at]!)) classes[at] = pixelClass.different;
}

/**
 * Applies the mask to the canvas rows that show masked image rows, among `rows` rows starting at `top`. The first of these rows
 * shows row `start` of an image.
 */
function maskRows(
  classes: Uint8Array,
  canvas: Size,
  { mask, start, top, rows }: { mask: Rectangle; start: number; top: number; rows: number },
): void {
  const [from, to] = [Math.max(0, mask.left), Math.min(canvas.width, mask.left + mask.width)];
  if (from >= to) return;
  const [first, last] = [Math.max(start, mask.top), Math.min(start + rows, mask.top + mask.height)];
  for (let row = first; row < last; row++) {
    const at = (row - start + top) * canvas.width;
    classes.fill(pixelClass.masked, at + from, at + to);
  }
}

/** The fraction of the pixels that differ, of those that count. */
export function computeRatio(classes: Uint8Array): number {
  let different = 0;
  let ignored = 0;
  for (const value of classes) {
    if (value === pixelClass.different) different++;
    else if (value !== pixelClass.same) ignored++;
  }
  return different === 0 ? 0 : different / (classes.length - ignored);
}
