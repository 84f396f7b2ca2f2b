import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComparisonOutput } from './conversions.ts';
import type { ImageConverter } from './image-converter.ts';

/** The differences between two images. `picture` is a JPEG of the changed area; null if the images look the same. */
export type ComparedPictures = Omit<ComparisonOutput, 'picture'> & { picture: Buffer | null };

/**
 * Compares two PNG or JPEG images in another process.
 * @param images.width maximum width of the picture in pixels
 * @param images.height maximum height of the picture in pixels
 * @throws ConversionError, or the errors of `convert`
 */
export function comparePictures(
  convert: ImageConverter['convert'],
  owner: number,
  images: { baseline: Uint8Array; current: Uint8Array; width: number; height: number },
): Promise<ComparedPictures> {
  const { baseline, current, ...limits } = images;
  return convert('comparison', {
    owner,
    async prepare(folder) {
      const files = { baseline: join(folder, 'baseline'), current: join(folder, 'current') };
      await writeFile(files.baseline, baseline);
      await writeFile(files.current, current);
      return { ...files, ...limits };
    },
    use: async ({ picture, ...figures }) => ({
      ...figures,
      picture: picture && (await readFile(picture.file)),
    }),
  });
}
