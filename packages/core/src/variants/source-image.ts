import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type ImageHeader, readImageHeader } from '@shotclock/images';
import type { CoreContext } from '../context.ts';
import { type FoundObject, openObject, unreadable } from '../objects/read-object.ts';
import { copyObject } from '../objects/store-object.ts';

/** The image headers of captures are shorter than this, because captures contain little metadata. */
const headerBytes = 4_096;

/** An image of known size, in bytes. */
export type SizedObject = FoundObject & { size: number };

/**
 * Reads the header of an image; null if the first bytes do not contain the whole header.
 * @throws CoreError unavailable (the object store lost it), StorageError
 */
export async function readHeader(
  ctx: Pick<CoreContext, 'objects'>,
  image: SizedObject,
): Promise<ImageHeader | null> {
  const { stream } = await openObject(ctx, image, { start: 0, end: Math.min(headerBytes, image.size) - 1 });
  const bytes = await buffer(stream);
  try {
    return readImageHeader(bytes);
  } catch {
    return null;
  }
}

/**
 * Copies an image to a conversion's folder and returns the file's path.
 * @throws CoreError unavailable (the object store lost it), StorageError
 */
export async function copyImage(
  { objects }: Pick<CoreContext, 'objects'>,
  image: FoundObject,
  folder: string,
): Promise<string> {
  const file = join(folder, 'image');
  if (!(await copyObject(objects, image.sha256, file))) throw unreadable(image.what);
  return file;
}
