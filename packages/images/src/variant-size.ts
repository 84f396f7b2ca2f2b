import type { Size, VariantInput } from './conversions.ts';

export type VariantSize = Size & {
  /** Number of source rows that the variant shows. Other rows are never decoded. */
  rows: number;
};

/** Returns the size of an image variant. */
export function variantSize(source: Size, limits: Pick<VariantInput, 'width' | 'height'>): VariantSize {
  const width = Math.min(limits.width ?? source.width, source.width);
  const scaledHeight = Math.max(1, Math.round((source.height * width) / source.width));
  const height = Math.min(limits.height ?? scaledHeight, scaledHeight);
  const rows =
    height === scaledHeight
      ? source.height
      : Math.min(source.height, Math.max(1, Math.round((height * source.width) / width)));
  return { width, height, rows };
}
