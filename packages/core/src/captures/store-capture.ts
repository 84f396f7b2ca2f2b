import type { RecordedStore } from '../objects/recorded-store.ts';
import { type StoredObject, storeObjects } from '../objects/store-object.ts';

/** The artifacts of a capture; null if not requested. */
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
 * Stores each artifact under the hash of its content. Existing objects are not written again.
 * @throws StorageError after several attempts; `signal.reason`
 */
export async function storeCapture(
  objects: RecordedStore,
  artifacts: CapturedArtifacts,
  signal?: AbortSignal,
): Promise<StoredObjects> {
  const { image, thumbnail } = artifacts;
  const html = artifacts.html === null ? null : htmlObject(artifacts.html);
  const text = artifacts.text === null ? null : textObject(artifacts.text);
  const contents = [image, thumbnail, html, text].filter((one) => one !== null);
  const stored = await storeObjects(objects, contents, signal);
  const hashOf = (content: (typeof contents)[number] | null) =>
    content && stored[contents.indexOf(content)]!.sha256;
  return {
    hashes: {
      image: stored[0]!.sha256,
      thumbnail: hashOf(thumbnail),
      html: hashOf(html),
      text: hashOf(text),
    },
    stored,
  };
}
