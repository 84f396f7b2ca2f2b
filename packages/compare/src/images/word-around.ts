// Two captures a few seconds apart show different seconds of a clock, but the same hour, which also differs from the
// baseline. If the part that differs has the height of a line of text, the whole word around it is therefore unstable: all
// columns up to a gap, such as a space. A price next to the clock is another word.
import type { Rectangle } from '../change.ts';
import type { PixelImage } from './pixel-comparison.ts';

/** In pixels. Taller parts are not single words. */
const maxTextHeight = 40;
/** Width of the narrowest gap, as a fraction of the height. A space has about this width; the gaps in `10:45` do not. */
const gapRatio = 0.45;
/** As a fraction of the height. Without a gap within this distance, for example in a photo, the part is not extended. */
const maxWordWidth = 25;
/** Maximum difference of a color component in a gap, for example in a gradient. */
const flatTolerance = 10;
/** In pixels: how far beside the part the rows of its line are looked for. */
const lineMargin = 8;

/** Extends a part of an image to the word around it. Returns the part itself if it does not belong to a word. */
export function wordAround(image: PixelImage, part: Rectangle): Rectangle {
  const line = lineAround(image, part);
  if (line === null) return part;
  const gap = Math.max(3, Math.round(line.height * gapRatio));
  const left = findGap(image, line, { from: part.left - 1, step: -1, gap });
  const right = findGap(image, line, { from: part.left + part.width, step: 1, gap });
  if (left === null || right === null) return part;
  return { left: left + 1, top: line.top, width: right - left - 1, height: line.height };
}

type Rows = { top: number; height: number };

/** The rows of the text, up to the flat rows above and below; null if they are too high. */
function lineAround(image: PixelImage, part: Rectangle): Rows | null {
  const { top, height } = part;
  const left = Math.max(0, part.left - lineMargin);
  const width = Math.min(image.width, part.left + part.width + lineMargin) - left;
  const isFlatRow = (row: number) => isFlat(image, { left, top: row, width, height: 1 });
  let [first, end] = [top, top + height];
  while (end - first <= maxTextHeight && first > 0 && !isFlatRow(first - 1)) first -= 1;
  while (end - first <= maxTextHeight && end < image.height && !isFlatRow(end)) end += 1;
  return end - first <= maxTextHeight ? { top: first, height: end - first } : null;
}

/** The column of the gap that is next to the word; null if there is no gap nearby. A gap at the edge may be narrower. */
function findGap(
  image: PixelImage,
  { top, height }: Rows,
  { from, step, gap }: { from: number; step: 1 | -1; gap: number },
): number | null {
  let flat = 0;
  for (let column = from; Math.abs(column - from) <= height * maxWordWidth; column += step) {
    if (column < 0 || column >= image.width) return flat === 0 ? null : column - step * flat;
    const isBlank = isFlat(image, { left: column, top, width: 1, height });
    // A stem of a letter is also flat, but has another color than the gap.
    const left = Math.min(column, column - step);
    const continues = flat > 0 && isBlank && isFlat(image, { left, top, width: 2, height });
    flat = continues ? flat + 1 : Number(isBlank);
    if (flat === gap) return column - step * (gap - 1);
  }
  return null;
}

/** Whether all pixels have about the same color. */
function isFlat({ data, rowWidth }: PixelImage, { left, top, width, height }: Rectangle): boolean {
  const start = (top * rowWidth + left) * 3;
  for (let row = 0; row < height; row++)
    for (let at = start + row * rowWidth * 3, end = at + width * 3; at < end; at++)
      if (Math.abs(data[at]! - data[start + ((at - start) % 3)]!) > flatTolerance) return false;
  return true;
}
