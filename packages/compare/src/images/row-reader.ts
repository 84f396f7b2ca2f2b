import type { Rectangle } from '../change.ts';
import { bytesAreEqual } from './compare-bytes.ts';
import { hashBytes } from './hash-bytes.ts';
import type { PixelImage } from './pixel-comparison.ts';

/** The columns that a mask covers in a row: the first column is inclusive, the end exclusive. */
type Span = readonly [from: number, to: number];

/** Reads the rows of an image, with masked pixels as white. Masks are in image coordinates. */
export type RowReader = {
  height: number;
  /** Identical rows have equal keys. Different rows very rarely have the same key. */
  key(row: number): number;
  maskedSpans(row: number): Span[];
  /** @param more additional columns that are masked */
  pixels(row: number, more?: Span[]): Uint8Array;
};

export function createRowReader(
  { data, width, height, rowWidth }: PixelImage,
  masks: Rectangle[],
): RowReader {
  const maskedSpans = (row: number): Span[] =>
    masks
      .filter(({ top, height: rows }) => row >= top && row < top + rows)
      .map(({ left, width: columns }) => [Math.max(0, left), Math.max(0, Math.min(width, left + columns))]);
  const pixels = (row: number, more: Span[] = []): Uint8Array => {
    const start = row * rowWidth * 3;
    const stored = data.subarray(start, start + width * 3);
    const spans = [...maskedSpans(row), ...more];
    if (spans.length === 0) return stored;
    const masked = Uint8Array.from(stored);
    for (const [from, to] of spans) masked.fill(255, from * 3, to * 3);
    return masked;
  };
  return { height, maskedSpans, pixels, key: (row) => hashBytes(pixels(row)) };
}

/** Whether two rows are identical, ignoring pixels that are masked in either row. */
export function rowsAreAlike(one: RowReader, row: number, other: RowReader, otherRow: number): boolean {
  const pixels = one.pixels(row, other.maskedSpans(otherRow));
  return bytesAreEqual(pixels, other.pixels(otherRow, one.maskedSpans(row)));
}
