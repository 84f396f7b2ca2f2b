// An object is recorded, then put, then referred to by the settlement: whatever is killed in between, no record lacks its
// object, and what nothing came to refer to is swept (ADR 14).
import { createHash } from 'node:crypto';
import { type ObjectStore, objectKey, retryWhileUnavailable, StorageError } from '@shotclock/storage';
import type { RecordedStore } from '../objects/recorded-store.ts';

/** Bytes that are stored. Only until `goodUntil`, the database's time in milliseconds, may something begin to refer to them. */
export type StoredObject = { sha256: string; size: number; contentType: string; goodUntil: number };

type Content = { body: Buffer; contentType: string };

export const sha256Of = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/**
 * Stores contents under their hashes, in the given order; what is there already is not written again. Faults of the store are
 * tried again a few times.
 * @throws StorageError, the reason of `signal`
 */
export async function storeObjects(
  objects: RecordedStore,
  contents: Content[],
  signal?: AbortSignal,
): Promise<StoredObject[]> {
  const hashed = contents.map(({ body, contentType }) => ({
    body,
    facts: { sha256: sha256Of(body), size: body.byteLength, contentType },
  }));
  const { goodUntil } = await objects.record(
    hashed.map(({ facts }) => facts),
    { signal },
  );
  const put = async ({ body, facts: { sha256, contentType } }: (typeof hashed)[number]) =>
    retryWhileUnavailable(() => objects.put(objectKey(sha256), body, contentType, { signal }), { signal });
  // One that fails does not leave the others to write behind its back.
  const ended = await Promise.allSettled(hashed.map(put));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return hashed.map(({ facts }) => ({ ...facts, goodUntil }));
}

/** As `storeObjects`, one. */
export async function storeObject(
  objects: RecordedStore,
  content: Content,
  signal?: AbortSignal,
): Promise<StoredObject> {
  const [stored] = await storeObjects(objects, [content], signal);
  return stored!;
}

/**
 * The bytes that were stored under a hash; null when the store has lost them. Faults are tried again a few times.
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
        throw new StorageError('unavailable', 'an object could not be read to its end', { cause });
      });
      return Buffer.concat(parts);
    },
    { signal },
  );
}
