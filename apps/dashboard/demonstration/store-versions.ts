import { type CoreContext, storeCapture, storeObject } from '@shotclock/core';
import type { Version, Versions } from './capture-versions.ts';
import type { PageName } from './pages.ts';

/** The hashes of a version's objects, and the total size of its artifacts in bytes. */
export type StoredVersion = {
  image: string;
  text: string;
  html: string;
  diff: string;
  bytes: number;
  ratio: number;
  record: Version['record'];
};

export async function storeVersions(
  ctx: CoreContext,
  versions: Versions,
): Promise<Record<PageName, StoredVersion[]>> {
  const stored = Object.entries(versions).map(async ([name, ofPage]) => {
    return [name, await Promise.all(ofPage.map((version) => storeVersion(ctx, version)))] as const;
  });
  return Object.fromEntries(await Promise.all(stored)) as Record<PageName, StoredVersion[]>;
}

async function storeVersion(
  { objects }: CoreContext,
  { image, text, html, diff, ratio, record }: Version,
): Promise<StoredVersion> {
  const png = (body: Buffer) => ({ body, contentType: 'image/png' });
  const { hashes } = await storeCapture(objects, { image: png(image), thumbnail: null, html, text });
  const { sha256 } = await storeObject(objects, png(diff));
  const bytes = image.length + Buffer.byteLength(text) + Buffer.byteLength(html);
  return { image: hashes.image, text: hashes.text!, html: hashes.html!, diff: sha256, bytes, ratio, record };
}
