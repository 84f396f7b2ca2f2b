// An object is recorded, then put, then referred to by the settlement. If a process dies in between, no record lacks its object,
// and the sweep deletes objects that nothing refers to (ADR 14).
import { createHash } from 'node:crypto';
import { type ObjectStore, objectKey, retryWhileUnavailable, StorageError } from '@shotclock/storage';
import type { RecordedStore } from './recorded-store.ts';

/** An object in the store. A new record may refer to it until `goodUntil`, the database's time in milliseconds since 1970. */
export type StoredObject = { sha256: string; size: number; contentType: string; goodUntil: number };

type Content = { body: Buffer; contentType: string };

export const sha256Of = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/**
 * Stores contents under their hashes and returns them in the same order. Objects that a record refers to are in the
 * store and are not written again. Retries errors of the store several times.
 * @throws StorageError, the reason of `signal`
 */
export async function storeObjects(
  objects: RecordedStore,
  contents: Content[],
  signal?: AbortSignal,
): Promise<StoredObject[]> {
  const hashed = contents.map(({ body, contentType }) => ({
    body,
    object: { sha256: sha256Of(body), size: body.byteLength, contentType },
  }));
  const { goodUntil, stored } = await objects.record(
    hashed.map(({ object }) => object),
    { signal },
  );
  const put = async ({ body, object: { sha256, contentType } }: (typeof hashed)[number]) =>
    retryWhileUnavailable(() => objects.put(objectKey(sha256), body, contentType, { signal }), { signal });
  // Waits for all: no write may continue after this function has rejected.
  const results = await Promise.allSettled(
    hashed.filter(({ object }) => !stored.has(object.sha256)).map(put),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return hashed.map(({ object }) => ({ ...object, goodUntil }));
}

/** `storeObjects` for one object. */
export async function storeObject(
  objects: RecordedStore,
  content: Content,
  signal?: AbortSignal,
): Promise<StoredObject> {
  const [stored] = await storeObjects(objects, [content], signal);
  return stored!;
}

/**
 * Loads the bytes of an object; null when the store does not have it. Retries errors of the store several times.
 * @throws StorageError, the reason of `signal`
 */
export async function loadObject(
  objects: ObjectStore,
  sha256: string,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  return retryWhileUnavailable(
    async () => {
      const found = await objects.get(objectKey(sha256), { signal });
      if (found === null) return null;
      const parts = await found.stream.toArray({ ...(signal ? { signal } : {}) }).catch((cause: unknown) => {
        throw new StorageError('unavailable', 'an object could not be read completely', { cause });
      });
      return Buffer.concat(parts);
    },
    { signal },
  );
}
