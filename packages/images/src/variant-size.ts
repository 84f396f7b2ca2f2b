import type { Rectangle, Size, VariantInput } from './conversions.ts';
import { surroundings } from './surroundings.ts';

export type VariantSize = Size & {
  /** The part of the source that the variant shows. Rows below it are never decoded. */
  shown: Rectangle;
};

/** Returns the size of an image variant. */
export function variantSize(
  image: Size,
  { around, ...limits }: Pick<VariantInput, 'width' | 'height' | 'around'>,
): VariantSize {
  const source = around ? surroundings(image, around) : { left: 0, top: 0, ...image };
  const width = Math.min(limits.width ?? source.width, source.width);
  const scaledHeight = Math.max(1, Math.round((source.height * width) / source.width));
  const height = Math.min(limits.height ?? scaledHeight, scaledHeight);
  const rows =
    height === scaledHeight
      ? source.height
      : Math.min(source.height, Math.max(1, Math.round((height * source.width) / width)));
  const shown = { left: source.left, top: source.top, width: source.width, height: rows };
  return { width, height, shown };
}
