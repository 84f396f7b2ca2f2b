import { createHash } from 'node:crypto';
import { type ObjectStore, objectKey } from '@shotclock/storage';

/** Bytes that are stored, to be recorded with what refers to them. */
export type StoredObject = { sha256: string; size: number; contentType: string };

export const sha256Of = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/** Stores bytes under the hash of their content. Repeating it stores nothing twice. */
export async function storeObject(
  objects: ObjectStore,
  { body, contentType }: { body: Buffer; contentType: string },
): Promise<StoredObject> {
  const sha256 = sha256Of(body);
  await objects.put(objectKey(sha256), body, contentType);
  return { sha256, size: body.byteLength, contentType };
}

/** The bytes that were stored under a hash; null when the store has lost them. */
export async function loadObject(objects: ObjectStore, sha256: string): Promise<Buffer | null> {
  const found = await objects.get(objectKey(sha256));
  return found && Buffer.concat(await found.stream.toArray());
}
