import { createHash } from 'node:crypto';
import { type ObjectStore, objectKey } from '@shotclock/storage';

/** What a capture made, to be stored; null where it was not asked for. */
export type CapturedArtifacts = {
  image: { body: Buffer; contentType: string };
  thumbnail: { body: Buffer; contentType: string } | null;
  html: string | null;
  text: string | null;
};

export type StoredObjects = {
  hashes: { image: string; thumbnail: string | null; html: string | null; text: string | null };
  stored: { sha256: string; size: number; contentType: string }[];
};

/** Stores every artifact under the hash of its content. Repeating it stores nothing twice. */
export async function storeCapture(
  objects: ObjectStore,
  artifacts: CapturedArtifacts,
): Promise<StoredObjects> {
  const stored: StoredObjects['stored'] = [];
  const store = async (body: Buffer, contentType: string) => {
    const sha256 = createHash('sha256').update(body).digest('hex');
    await objects.put(objectKey(sha256), body, contentType);
    stored.push({ sha256, size: body.byteLength, contentType });
    return sha256;
  };
  const storeText = (text: string | null, contentType: string) =>
    text === null ? null : store(Buffer.from(text, 'utf8'), contentType);

  const { image, thumbnail, html, text } = artifacts;
  const [imageHash, thumbnailHash, htmlHash, textHash] = await Promise.all([
    store(image.body, image.contentType),
    thumbnail ? store(thumbnail.body, thumbnail.contentType) : null,
    storeText(html, 'text/html; charset=utf-8'),
    storeText(text, 'text/plain; charset=utf-8'),
  ]);
  return { hashes: { image: imageHash, thumbnail: thumbnailHash, html: htmlHash, text: textHash }, stored };
}
