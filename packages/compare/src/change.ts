/** An area of an image in integer pixels, relative to its top left corner. */
export type Rectangle = { left: number; top: number; width: number; height: number };

/**
 * The bounding box of a difference of two images: of content that changed or was inserted in pixels of the current image, of removed content in pixels of
 * the baseline.
 */
export type Change = Rectangle & { kind: 'changed' | 'inserted' | 'removed' };
