// The input and output of each kind of conversion in the conversion process. Images are passed as files, so that the parent
// process never holds them in memory.
import type { ComparisonResult } from '@shotclock/compare';

/** The formats of images. Captures are stored as PNG or JPEG. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'avif';

export type Size = { width: number; height: number };
/** An area of an image in pixels. */
export type Rectangle = Size & { left: number; top: number };
/** The size of an image in pixels, and its file. */
export type Picture = Size & { file: string };

export type VariantInput = {
  /** Path of a PNG or JPEG. */
  image: string;
  format: ImageFormat;
  /** Width in pixels. The image's own width is used if this is null or greater than the width of the image. */
  width: number | null;
  /** Maximum height in pixels, to which the scaled image is cropped; null for no limit. */
  height: number | null;
  /** Shows only the surroundings of this area; null for the whole image. */
  around: Rectangle | null;
};

export type FrameInput = {
  /** Path of a PNG or JPEG. */
  image: string;
  /** Width of all frames in pixels, even if an image is narrower. */
  width: number;
  /** Height of all frames in pixels. If null, the height is derived from this image. */
  height: number | null;
};

export type AnimationInput = {
  /** Paths of `frame` results that have the same size. The same path can occur several times. */
  frames: string[];
  /** How long each frame is shown, in milliseconds. */
  delayMs: number;
};

export type ComparisonInput = {
  /** Paths of PNGs or JPEGs. */
  baseline: string;
  current: string;
  /** Maximum width of the picture in pixels. */
  width: number;
  /** Maximum height of the picture in pixels, to which it is cropped. */
  height: number;
};

/** The differences between two images, and a JPEG of the changed area; null if the images look the same. */
export type ComparisonOutput = Pick<ComparisonResult, 'ratio' | 'changes'> & { picture: Picture | null };

export type Conversions = {
  /** A scaled image in another format. The output is null if it would be identical to the input. */
  variant: { input: VariantInput; output: Picture | null };
  /** All tiles of an image in all resolutions (see `tile-pyramid.ts`), and the positions of the tiles in the file. */
  tiles: { input: { image: string }; output: Picture & { offsets: number[] } };
  /** One frame of an animation, in a format that only `animation` reads. */
  frame: { input: FrameInput; output: Picture };
  /** An animated WebP. */
  animation: { input: AnimationInput; output: Picture };
  /** The differences between two images. */
  comparison: { input: ComparisonInput; output: ComparisonOutput };
};
export type ConversionKind = keyof Conversions;

/** Limits of one conversion. */
export const conversionLimits = {
  /** Maximum number of pixels in an image, which is the same as for captures. */
  inputPixels: 134_217_728,
  /** Pixels in a variant. These limits depend on how much time and memory the encoder needs. */
  variantPixels: { png: 134_217_728, jpeg: 134_217_728, webp: 33_554_432, avif: 8_388_608 },
  /** Length of a variant's longer side in pixels, by format. */
  variantSide: { png: 65_535, jpeg: 65_500, webp: 16_383, avif: 16_384 },
  /** Height of a frame, as a multiple of its width. */
  frameAspect: 2,
  /** Pixels in the canvas that contains both images of a comparison, which needs 11 bytes of memory for each. */
  comparisonPixels: 16_777_216,
  seconds: { variant: 20, tiles: 90, frame: 20, animation: 240, comparison: 30 },
} as const;
