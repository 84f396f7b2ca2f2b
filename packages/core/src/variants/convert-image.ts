import type { VariantFormat } from '@shotclock/contracts';
import { estimateVariantSeconds, type Rectangle } from '@shotclock/images';
import type { CoreContext } from '../context.ts';
import { copyImage, readHeader, type SizedObject } from './source-image.ts';

/** Maximum size in pixels of an image that shows the surroundings of an area. A taller image is cropped at the bottom. */
export const largestSurroundings = { width: 1_200, height: 1_600 };

type Conversion = {
  image: SizedObject;
  format: VariantFormat;
  /** Maximum width and height in pixels; null for no limit. */
  width: number | null;
  height: number | null;
  /** Shows only the surroundings of this area; null or omitted for the whole image. */
  around?: Rectangle | null;
};

/**
 * Converts a stored image.
 * @param use reads the result, which is deleted afterwards; null if it would be identical to the image
 * @throws CoreError conflict (the image exceeds the limits of the format), rate_limited, unavailable; StorageError
 */
export async function convertImage<Result>(
  ctx: Pick<CoreContext, 'accountId' | 'objects' | 'conversions' | 'conversionClients'>,
  { image, format, width, height, around = null }: Conversion,
  use: (picture: { file: string } | null) => Promise<Result>,
): Promise<Result> {
  const header = await readHeader(ctx, image);
  return ctx.conversions.convert('variant', {
    owner: ctx.accountId,
    ...(header ? { seconds: estimateVariantSeconds(header, { format, width, height, around }) } : {}),
    ...(ctx.conversionClients ? { clients: ctx.conversionClients } : {}),
    prepare: async (folder) => ({
      ...{ image: await copyImage(ctx, image, folder), format, width, height, around },
    }),
    use,
  });
}
