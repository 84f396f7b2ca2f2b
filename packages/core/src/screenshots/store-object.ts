import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { type ObjectStore, objectKey } from '@shotclock/storage';

/** Bytes that are stored, to be recorded with what refers to them. */
export type StoredObject = { sha256: string; size: number; contentType: string };

export const sha256Of = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/**
 * Stores bytes under the hash of their content. Repeating it stores nothing twice.
 * @throws StorageError, or the signal's reason; what is under way then may still end, and store what it would have stored
 */
export async function storeObject(
  objects: ObjectStore,
  { body, contentType }: { body: Buffer; contentType: string },
  signal?: AbortSignal,
): Promise<StoredObject> {
  const sha256 = sha256Of(body);
  await unlessAborted(() => objects.put(objectKey(sha256), body, contentType), signal);
  return { sha256, size: body.byteLength, contentType };
}

/**
 * The bytes that were stored under a hash; null when the store has lost them.
 * @throws StorageError, the stream's error, or the signal's reason
 */
export async function loadObject(
  objects: ObjectStore,
  sha256: string,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  const read = async () => {
    const found = await objects.get(objectKey(sha256));
    if (!found) return null;
    if (signal) addAbortSignal(signal, found.stream);
    return Buffer.concat(await found.stream.toArray());
  };
  return unlessAborted(read, signal);
}

/** The one place where a store that does not answer is left behind. */
async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
