import { readFile } from 'node:fs/promises';
import type { PictureFile } from '@shotclock/alerts';
import type { Rectangle } from '@shotclock/contracts';
import { findObject } from '@shotclock/db';
import { withTimeout } from '@shotclock/runtime';
import type { CoreContext } from '../context.ts';
import { loadObject } from '../objects/store-object.ts';
import { convertImage, largestSurroundings } from './convert-image.ts';

export type PictureSource = {
  screenshotId: number;
  /** SHA-256 of the screenshot's image. */
  object: string;
  /** Shows only the surroundings of this area; null for the top of the image. */
  area: Rectangle | null;
};

/** A larger PNG contains photographs, which are much smaller as a JPEG. */
const maxPngBytes = 1_000_000;
/** Includes the wait for other conversions. */
const timeoutMs = 45_000;

/**
 * Creates the file that a message shows: a PNG or JPEG of at most 1,200 × 1,600 pixels.
 * @returns null if the image no longer exists
 * @throws errors of the database, the object store and the conversion; TimeoutError
 */
export function createPictureFile(
  ctx: Pick<CoreContext, 'db' | 'accountId' | 'objects' | 'conversions'>,
  source: PictureSource,
): Promise<PictureFile | null> {
  return withTimeout(convert(ctx, source), timeoutMs);
}

async function convert(
  ctx: Pick<CoreContext, 'db' | 'accountId' | 'objects' | 'conversions'>,
  { screenshotId, object, area }: PictureSource,
): Promise<PictureFile | null> {
  const found = await findObject(ctx.db.orm, object);
  if (!found) return null;
  const { contentType, size } = found;
  const image = { sha256: object, contentType, size, what: `The image of screenshot ${screenshotId}` };
  const inFormat = async (format: 'png' | 'jpeg'): Promise<PictureFile | null> => {
    const conversion = { image, format, around: area, ...largestSurroundings };
    const converted = await convertImage(
      ctx,
      conversion,
      async (picture) => picture && readFile(picture.file),
    );
    const data = converted ?? (await loadObject(ctx.objects, object));
    return data && { name: `screenshot-${screenshotId}.${format}`, contentType: `image/${format}`, data };
  };
  const png = contentType === 'image/jpeg' ? null : await inFormat('png');
  return png && png.data.length <= maxPngBytes ? png : inFormat('jpeg');
}
