import type { Rectangle } from '../change.ts';

export type Size = { width: number; height: number };

/** The size of an image, and its pixels of three bytes each, in rows of `rowWidth` pixels. */
export type PixelImage = Size & { data: Uint8Array; rowWidth: number };
export type PixelImages = { baseline: PixelImage; current: PixelImage };

/**
 * Consecutive rows of the canvas, and the first row of each image that they show; null if they show only the other image.
 */
export type RowSegment = { baseline: number | null; current: number | null; rows: number };

/** The class of a canvas pixel, stored as a byte. Masked and unstable pixels do not count. */
export const pixelClass = { same: 0, different: 1, masked: 2, unstable: 3 } as const;

export type PixelComparison = {
  /** From 0 (identical) to 1 (nothing in common). */
  ratio: number;
  /** The size of the canvas, which contains the rows of both images but includes identical rows only once. */
  canvas: Size;
  /** The image rows shown by the canvas rows. */
  segments: RowSegment[];
  /** The class of each canvas pixel. */
  classes: Uint8Array;
} & { [Side in keyof PixelImages]: Size };

/** The areas of an image that differ in a second capture taken at the same time. */
export type UnstableArea = {
  /** Whether a pixel of the image is unstable. */
  has(column: number, row: number): boolean;
  /** Image rows before which the second capture has additional rows. */
  removedBefore: ReadonlySet<number>;
  /** The areas that differ, in pixels of the image. */
  boxes: Rectangle[];
  /** Adds the words that another image has in the place of unstable words, because they may be longer. */
  coverWords(other: PixelImage): void;
};
