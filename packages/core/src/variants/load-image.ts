import type { CoreContext } from '../context.ts';
import { type FoundObject, unreadable } from '../objects/read-object.ts';
import { loadObject } from '../objects/store-object.ts';

/** The bytes of an image. @throws CoreError unavailable (the object store lost it), StorageError */
export async function loadImage(
  { objects }: Pick<CoreContext, 'objects'>,
  image: FoundObject,
): Promise<Buffer> {
  const bytes = await loadObject(objects, image.sha256);
  if (bytes === null) throw unreadable(image.what);
  return bytes;
}
