// What the process of conversions does: for each kind of conversion, its input and its output. Images are passed as files, so that they are never
// in the memory of the parent.

/** The formats of images. Captures are stored as PNG or JPEG. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'avif';

export type Size = { width: number; height: number };
/** The size of an image in pixels, and its file. */
export type Picture = Size & { file: string };

export type VariantInput = {
  /** Path of a PNG or JPEG. */
  image: string;
  format: ImageFormat;
  /** Width in pixels; null or a larger one than the image has: the width of the image. */
  width: number | null;
  /** Maximum height in pixels, at which the scaled image is cropped; null for no limit. */
  height: number | null;
};

export type FrameInput = {
  /** Path of a PNG or JPEG. */
  image: string;
  /** Width in pixels of all frames, including those of narrower images. */
  width: number;
  /** Height in pixels of all frames; null derives it from this image. */
  height: number | null;
};

export type AnimationInput = {
  /** Paths of results of `frame`, which have the same size. A path can occur several times. */
  frames: string[];
  /** How long each frame is shown, in milliseconds. */
  delayMs: number;
};

export type Conversions = {
  /** A scaled image in another format. Null: it would be the given image itself. */
  variant: { input: VariantInput; output: Picture | null };
  /** All tiles of an image at all its resolutions (see `tile-pyramid.ts`), and the positions of the tiles in the file. */
  tiles: { input: { image: string }; output: Picture & { offsets: number[] } };
  /** One frame of an animation, in a format that only `animation` reads. */
  frame: { input: FrameInput; output: Picture };
  /** An animated WebP. */
  animation: { input: AnimationInput; output: Picture };
};
export type ConversionKind = keyof Conversions;

/** Limits of one conversion. */
export const conversionLimits = {
  /** Pixels of an image, as in captures. */
  inputPixels: 134_217_728,
  /** Pixels of a variant, by the time and the memory that its encoder needs. */
  variantPixels: { png: 134_217_728, jpeg: 134_217_728, webp: 33_554_432, avif: 8_388_608 },
  /** Pixels of the longer side of a variant, by its format. */
  variantSide: { png: 65_535, jpeg: 65_500, webp: 16_383, avif: 16_384 },
  /** Height of a frame, as a multiple of its width. */
  frameAspect: 2,
  seconds: { variant: 20, tiles: 90, frame: 20, animation: 240 },
} as const;
