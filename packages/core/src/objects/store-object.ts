// An object is first recorded and then put, and only then does the settlement refer to it. If a process dies between
// these steps, no record refers to a missing object, and the sweep deletes unreferenced objects (ADR 14). An object that
// was found to be unreadable is put again.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectFacts } from '@shotclock/db';
import { type FileBody, objectKey, retryWhileUnavailable, StorageError } from '@shotclock/storage';
import type { RecordedStore, Recording } from './recorded-store.ts';

/** An object in the store. New records may refer to it until `goodUntil`, a database time in milliseconds since 1970. */
export type StoredObject = { sha256: string; size: number; contentType: string; goodUntil: number };

type Content = { body: Buffer; contentType: string };

export const sha256Of = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/**
 * Stores contents under their hashes and returns the objects in the same order. Objects that are already stored and that
 * a record refers to are not written again. Retries several times after store errors.
 * @throws StorageError, `signal.reason`
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
  const recording = await objects.record(
    hashed.map(({ object }) => object),
    { signal },
  );
  // Wait for all writes, because none of them may continue after this function rejects.
  const results = await Promise.allSettled(hashed.map((one) => putRecorded(objects, recording, one, signal)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return hashed.map(({ object }) => ({ ...object, goodUntil: recording.goodUntil }));
}

/** Puts a recorded object under its key, unless the object is already stored. */
async function putRecorded(
  objects: RecordedStore,
  recording: Recording,
  { body, object: { sha256, contentType } }: { body: Buffer | FileBody; object: ObjectFacts },
  signal: AbortSignal | undefined,
): Promise<void> {
  const { keySuffix, stored, unreadable } = recording.recorded.get(sha256)!;
  if (stored) return;
  const options = { signal, replace: unreadable };
  await retryWhileUnavailable(() => objects.put(objectKey(sha256, keySuffix), body, contentType, options), {
    signal,
  });
  if (!unreadable) return;
  // Readers try the key without a suffix first, so no damaged object may remain under it.
  if (keySuffix !== null)
    await retryWhileUnavailable(() => objects.delete([objectKey(sha256)], { signal }), { signal });
  await objects.markWritten([sha256], recording);
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
 * Like `storeObject`, but for a file, which is never loaded into memory as a whole.
 * @throws StorageError, `signal.reason`; file system errors
 */
export async function storeFile(
  objects: RecordedStore,
  { file, contentType }: { file: string; contentType: string },
  signal?: AbortSignal,
): Promise<StoredObject> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  const sha256 = hash.digest('hex');
  const object = { sha256, size, contentType };
  const recording = await objects.record([object], { signal });
  await putRecorded(objects, recording, { body: { file, size, sha256 }, object }, signal);
  return { ...object, goodUntil: recording.goodUntil };
}

/**
 * Copies an object that a record refers to into a file, replacing an existing file. False if the store does not contain
 * the object or its content does not match its hash. Retries several times after store errors.
 * @throws StorageError, `signal.reason`
 */
export const copyObject = (
  objects: RecordedStore,
  sha256: string,
  file: string,
  signal?: AbortSignal,
): Promise<boolean> => readObject(objects, sha256, () => createWriteStream(file), signal);

/**
 * Loads the bytes of an object that a record refers to; null if the store does not contain it or its content does not
 * match its hash. Retries several times after store errors.
 * @throws StorageError, `signal.reason`
 */
export async function loadObject(
  objects: RecordedStore,
  sha256: string,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  let parts: Buffer[] = [];
  const collect = () => {
    parts = [];
    return async (source: AsyncIterable<Buffer>) => {
      for await (const part of source) parts.push(part);
    };
  };
  return (await readObject(objects, sha256, collect, signal)) ? Buffer.concat(parts) : null;
}

/** Reads an object completely and verifies its hash. Marks missing and damaged objects, and returns false for both. */
async function readObject(
  objects: RecordedStore,
  sha256: string,
  destination: () => Writable | ((source: AsyncIterable<Buffer>) => Promise<void>),
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return retryWhileUnavailable(
    async () => {
      const found = await objects.open(sha256, { signal });
      if (found === null) return false;
      const hash = createHash('sha256');
      const hashParts = async function* (source: AsyncIterable<Buffer>) {
        for await (const part of source) {
          hash.update(part);
          yield part;
        }
      };
      const options = { ...(signal ? { signal } : {}) };
      await pipeline(found.stream, hashParts, destination(), options).catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new StorageError('unavailable', 'an object could not be read completely', { cause });
      });
      if (hash.digest('hex') === sha256) return true;
      await objects.markDamaged(sha256);
      return false;
    },
    { signal },
  );
}
