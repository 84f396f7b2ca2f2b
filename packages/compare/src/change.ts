/** An area of an image in whole pixels, relative to the image's top left corner. */
export type Rectangle = { left: number; top: number; width: number; height: number };

/**
 * The bounding box of a difference between two images. For changed and inserted content, the box is in pixels of the
 * current image; for removed content, in pixels of the baseline.
 */
export type Change = Rectangle & { kind: 'changed' | 'inserted' | 'removed' };

/**
 * The bounding box of all changed pixels, in pixels of the baseline and of the current image. If an image lacks the
 * changed rows or columns, its box is at their position there and at least one pixel wide and high.
 */
export type ChangedArea = { baseline: Rectangle; current: Rectangle };
