import pixelmatch from 'pixelmatch';
import type { Rectangle } from '../comparison-result.ts';
import type { DecodedImage, Size } from './decode-image.ts';

/** The class of a pixel of the canvas, stored as one byte. */
export const pixelClass = { same: 0, different: 1, masked: 2 } as const;

type Images = { baseline: DecodedImage; current: DecodedImage };
type Options = { canvas: Size; masks: Rectangle[]; threshold: number };

/** Rows per comparison, so that the class array is the only additional memory with the size of the canvas. */
const bandRows = 64;
/** The radius around a pixel in which pixelmatch looks for anti-aliasing. */
const antiAliasingRadius = 2;

/** Classifies every pixel of the canvas. `ratio` is the number of differing pixels divided by the number of unmasked pixels. */
export function classifyPixels(
  images: Images,
  { canvas, masks, threshold }: Options,
): { classes: Uint8Array; ratio: number } {
  const classes = new Uint8Array(canvas.width * canvas.height);
  for (const mask of masks) fillRectangle(classes, canvas, mask, pixelClass.masked);
  const overlap = {
    width: Math.min(images.baseline.width, images.current.width),
    height: Math.min(images.baseline.height, images.current.height),
  };
  classifyOverlap(images, classes, { canvas, overlap, threshold });
  for (const image of [images.baseline, images.current]) classifyNonOverlap(image, overlap, classes, canvas);
  return { classes, ratio: computeRatio(classes) };
}

function classifyOverlap(
  { baseline, current }: Images,
  classes: Uint8Array,
  { canvas, overlap, threshold }: { canvas: Size; overlap: Size; threshold: number },
): void {
  const bytes = overlap.width * (bandRows + 2 * antiAliasingRadius) * 4;
  const [baselineBuffer, currentBuffer, outputBuffer] = [
    new Uint8Array(bytes),
    new Uint8Array(bytes),
    new Uint8Array(bytes),
  ];
  for (let top = 0; top < overlap.height; top += bandRows) {
    const bottom = Math.min(top + bandRows, overlap.height);
    if (rowsAreEqual(baseline, current, overlap.width, top, bottom)) continue;
    const [from, to] = [
      Math.max(0, top - antiAliasingRadius),
      Math.min(overlap.height, bottom + antiAliasingRadius),
    ];
    const size = overlap.width * (to - from) * 4;
    const band = { classes, canvas, width: overlap.width, from, to };
    const [a, b, output] = [
      baselineBuffer.subarray(0, size),
      currentBuffer.subarray(0, size),
      outputBuffer.subarray(0, size),
    ];
    copyRows(baseline, a, band);
    copyRows(current, b, band);
    output.fill(0);
    pixelmatch(a, b, output, overlap.width, to - from, { threshold, diffMask: true });
    for (let row = top; row < bottom; row++)
      for (let column = 0; column < overlap.width; column++)
        if (output[((row - from) * overlap.width + column) * 4 + 3] !== 0)
          classes[row * canvas.width + column] = pixelClass.different;
  }
}

function rowsAreEqual(a: DecodedImage, b: DecodedImage, width: number, top: number, bottom: number): boolean {
  for (let row = top; row < bottom; row++) {
    const [startA, startB] = [row * a.rowWidth * 3, row * b.rowWidth * 3];
    if (a.data.compare(b.data, startB, startB + width * 3, startA, startA + width * 3) !== 0) return false;
  }
  return true;
}

/** Copies masked pixels as white in both images, so that they do not affect the anti-aliasing detection of adjacent pixels. */
function copyRows(
  { data, rowWidth }: DecodedImage,
  target: Uint8Array,
  band: { classes: Uint8Array; canvas: Size; width: number; from: number; to: number },
): void {
  target.fill(255);
  for (let row = band.from, to = 0; row < band.to; row++) {
    let from = row * rowWidth * 3;
    let at = row * band.canvas.width;
    for (let column = 0; column < band.width; column++, from += 3, to += 4, at++) {
      if (band.classes[at] === pixelClass.masked) continue;
      target[to] = data[from]!;
      target[to + 1] = data[from + 1]!;
      target[to + 2] = data[from + 2]!;
    }
  }
}

/** Pixels that only this image has differ. */
function classifyNonOverlap({ width, height }: Size, overlap: Size, classes: Uint8Array, canvas: Size): void {
  for (let row = 0; row < height; row++) {
    const start = row * canvas.width;
    for (let at = start + (row < overlap.height ? overlap.width : 0); at < start + width; at++)
      if (classes[at] !== pixelClass.masked) classes[at] = pixelClass.different;
  }
}

function fillRectangle(
  classes: Uint8Array,
  canvas: Size,
  { left, top, width, height }: Rectangle,
  value: number,
): void {
  const [from, to] = [Math.max(0, left), Math.min(canvas.width, left + width)];
  if (from >= to) return;
  for (let row = Math.max(0, top); row < Math.min(canvas.height, top + height); row++)
    classes.fill(value, row * canvas.width + from, row * canvas.width + to);
}

function computeRatio(classes: Uint8Array): number {
  let different = 0;
  let masked = 0;
  for (const value of classes) {
    if (value === pixelClass.different) different++;
    else if (value === pixelClass.masked) masked++;
  }
  return different === 0 ? 0 : different / (classes.length - masked);
}
