import type { ImageFormat, Size, VariantInput } from './conversions.ts';
import { variantSize } from './variant-size.ts';

const million = 1_000_000;
/** Measured on pages with text and photographs, in seconds per million pixels (ADR 51). */
const secondsToDecode = 0.012;
const secondsToEncode: Record<ImageFormat, number> = { webp: 0.15, avif: 0.5, png: 0.1, jpeg: 0.02 };
const secondsToTile = 0.06;
/** Time for starting the conversion and copying files. */
const secondsAtLeast = 0.1;

/** Returns the estimated duration of a variant's conversion, in seconds. */
export function estimateVariantSeconds(
  source: Size,
  { format, ...limits }: Omit<VariantInput, 'image'>,
): number {
  const { width, height, shown } = variantSize(source, limits);
  const decoded = (source.width * (shown.top + shown.height)) / million;
  const encoded = (width * height) / million;
  return secondsAtLeast + decoded * secondsToDecode + encoded * secondsToEncode[format];
}

/** Returns the estimated duration of cutting an image into tiles, in seconds. */
export const estimateTileSeconds = ({ width, height }: Size): number =>
  secondsAtLeast + ((width * height) / million) * secondsToTile;
