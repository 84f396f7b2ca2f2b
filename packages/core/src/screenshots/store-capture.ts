import type { ObjectStore } from '@shotclock/storage';
import { type StoredObject, storeObject } from './store-object.ts';

/** What a capture made, to be stored; null where it was not asked for. */
export type CapturedArtifacts = {
  image: { body: Buffer; contentType: string };
  thumbnail: { body: Buffer; contentType: string } | null;
  html: string | null;
  text: string | null;
};

export type StoredObjects = {
  hashes: { image: string; thumbnail: string | null; html: string | null; text: string | null };
  stored: StoredObject[];
};

export const htmlObject = (html: string) => ({
  body: Buffer.from(html, 'utf8'),
  contentType: 'text/html; charset=utf-8',
});
export const textObject = (text: string) => ({
  body: Buffer.from(text, 'utf8'),
  contentType: 'text/plain; charset=utf-8',
});

/**
 * Stores every artifact under the hash of its content. Repeating it stores nothing twice.
 * @throws StorageError, or the signal's reason
 */
export async function storeCapture(
  objects: ObjectStore,
  artifacts: CapturedArtifacts,
  signal?: AbortSignal,
): Promise<StoredObjects> {
  const { html, text } = artifacts;
  const [image, thumbnail, storedHtml, storedText] = await Promise.all([
    storeObject(objects, artifacts.image, signal),
    artifacts.thumbnail && storeObject(objects, artifacts.thumbnail, signal),
    html === null ? null : storeObject(objects, htmlObject(html), signal),
    text === null ? null : storeObject(objects, textObject(text), signal),
  ]);
  return {
    hashes: {
      image: image.sha256,
      thumbnail: thumbnail?.sha256 ?? null,
      html: storedHtml?.sha256 ?? null,
      text: storedText?.sha256 ?? null,
    },
    stored: [image, thumbnail, storedHtml, storedText].filter((one) => one !== null),
  };
}
