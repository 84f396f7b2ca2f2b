import { type Static, Type } from '@sinclair/typebox';
import { StringEnum } from '../schema.ts';

export const VariantFormat = StringEnum(['png', 'jpeg', 'webp', 'avif'], {
  description:
    'Format of the image. Default: the preferred image format in `Accept` (only specific types count, not `image/*` or `*/*`), or else the stored format.',
  examples: ['webp'],
});
export type VariantFormat = Static<typeof VariantFormat>;

/**
 * The widths and heights, in pixels, that image variants can have, in ascending order. They limit the number of variants
 * per screenshot.
 */
export const variantLengths = [160, 320, 640, 960, 1_280, 1_920, 2_560, 3_840] as const;
const longest = variantLengths.at(-1)!;
const ladder = variantLengths.join(', ');

/** The query parameters of an image. */
export const imageVariantFields = {
  format: Type.Optional(VariantFormat),
  width: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: longest,
      description: `Width in pixels, rounded up to one of ${ladder}. An image is never enlarged. Default: the width of the image.`,
      examples: [320],
    }),
  ),
  height: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: longest,
      description: `Maximum height in pixels, rounded up like \`width\`. A taller image is cropped at the bottom after scaling.`,
      examples: [640],
    }),
  ),
};

/**
 * Rounds a requested width or height up to one of `variantLengths`. The requested value must not exceed the largest of
 * them.
 */
export const variantLength = (requested: number): number =>
  variantLengths.find((length) => length >= requested) ?? longest;
