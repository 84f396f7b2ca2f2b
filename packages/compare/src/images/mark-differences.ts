import pixelmatch from 'pixelmatch';
import type { Rectangle } from '../comparison.ts';
import type { Picture, Size } from './decode-image.ts';

/** What a pixel of the canvas is; one byte each. */
export const mark = { same: 0, different: 1, masked: 2 } as const;

type Pictures = { baseline: Picture; current: Picture };
type Terms = { canvas: Size; masks: Rectangle[]; threshold: number };

/** Rows that are compared at a time, so that only the marks are as large as the canvas. */
const bandRows = 64;
/** So far around a pixel pixelmatch looks for anti-aliasing. */
const reach = 2;

/** Marks every pixel of the canvas. `ratio`: the different ones by those that are not masked. */
export function markDifferences(
  pictures: Pictures,
  { canvas, masks, threshold }: Terms,
): { marks: Uint8Array; ratio: number } {
  const marks = new Uint8Array(canvas.width * canvas.height);
  for (const mask of masks) fill(marks, canvas, mask, mark.masked);
  const overlap = {
    width: Math.min(pictures.baseline.width, pictures.current.width),
    height: Math.min(pictures.baseline.height, pictures.current.height),
  };
  markOverlap(pictures, marks, { canvas, overlap, threshold });
  for (const picture of [pictures.baseline, pictures.current]) markBeyond(picture, overlap, marks, canvas);
  return { marks, ratio: ratioOf(marks) };
}

function markOverlap(
  { baseline, current }: Pictures,
  marks: Uint8Array,
  { canvas, overlap, threshold }: { canvas: Size; overlap: Size; threshold: number },
): void {
  const bytes = overlap.width * (bandRows + 2 * reach) * 4;
  const [ours, theirs, output] = [new Uint8Array(bytes), new Uint8Array(bytes), new Uint8Array(bytes)];
  for (let top = 0; top < overlap.height; top += bandRows) {
    const bottom = Math.min(top + bandRows, overlap.height);
    if (sameRows(baseline, current, overlap.width, top, bottom)) continue;
    const [from, to] = [Math.max(0, top - reach), Math.min(overlap.height, bottom + reach)];
    const size = overlap.width * (to - from) * 4;
    const band = { marks, canvas, width: overlap.width, from, to };
    const [a, b, found] = [ours.subarray(0, size), theirs.subarray(0, size), output.subarray(0, size)];
    copyRows(baseline, a, band);
    copyRows(current, b, band);
    found.fill(0);
    pixelmatch(a, b, found, overlap.width, to - from, { threshold, diffMask: true });
    for (let row = top; row < bottom; row++)
      for (let column = 0; column < overlap.width; column++)
        if (found[((row - from) * overlap.width + column) * 4 + 3] !== 0)
          marks[row * canvas.width + column] = mark.different;
  }
}

function sameRows(a: Picture, b: Picture, width: number, top: number, bottom: number): boolean {
  for (let row = top; row < bottom; row++) {
    const [startA, startB] = [row * a.rowWidth * 3, row * b.rowWidth * 3];
    if (a.data.compare(b.data, startB, startB + width * 3, startA, startA + width * 3) !== 0) return false;
  }
  return true;
}

/** What is masked becomes white in both, so that it has no say about its neighbours either. */
function copyRows(
  { data, rowWidth }: Picture,
  target: Uint8Array,
  band: { marks: Uint8Array; canvas: Size; width: number; from: number; to: number },
): void {
  target.fill(255);
  for (let row = band.from, to = 0; row < band.to; row++) {
    let from = row * rowWidth * 3;
    let at = row * band.canvas.width;
    for (let column = 0; column < band.width; column++, from += 3, to += 4, at++) {
      if (band.marks[at] === mark.masked) continue;
      target[to] = data[from]!;
      target[to + 1] = data[from + 1]!;
      target[to + 2] = data[from + 2]!;
    }
  }
}

/** Where only one of the pictures is. */
function markBeyond({ width, height }: Size, overlap: Size, marks: Uint8Array, canvas: Size): void {
  for (let row = 0; row < height; row++) {
    const start = row * canvas.width;
    for (let at = start + (row < overlap.height ? overlap.width : 0); at < start + width; at++)
      if (marks[at] !== mark.masked) marks[at] = mark.different;
  }
}

function fill(marks: Uint8Array, canvas: Size, { left, top, width, height }: Rectangle, value: number): void {
  const [from, to] = [Math.max(0, left), Math.min(canvas.width, left + width)];
  if (from >= to) return;
  for (let row = Math.max(0, top); row < Math.min(canvas.height, top + height); row++)
    marks.fill(value, row * canvas.width + from, row * canvas.width + to);
}

function ratioOf(marks: Uint8Array): number {
  let different = 0;
  let masked = 0;
  for (const value of marks) {
    if (value === mark.different) different++;
    else if (value === mark.masked) masked++;
  }
  return different === 0 ? 0 : different / (marks.length - masked);
}
