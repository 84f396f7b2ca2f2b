// A put goes to a file of its own in `.incoming`, then to disk, then by one rename to its place: whoever reads sees
// the old object, the new one or none, never a part, also when two processes put the same key or one is killed.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from './list-files.ts';
import { assertKey } from './object-key.ts';
import type { Abortable, ObjectStore } from './object-store.ts';
import { StorageError, type StorageErrorCode } from './storage-error.ts';

const INCOMING = '.incoming';
const CODES: Readonly<Record<string, StorageErrorCode>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
};

/** Keeps objects as files in `dir`, which is made when it is missing. */
export function createFilesystemStore(dir: string): ObjectStore {
  const incoming = join(dir, INCOMING);

  return {
    put: (key, body, _contentType, { signal } = {}) =>
      translate(signal, async () => {
        assertKey(key);
        const path = join(dir, key);
        // Another writer may have put it there a moment ago: its name must be on disk before anybody relies on it.
        if ((await sizeOf(path)) === body.byteLength) return syncFolder(dirname(path));
        await Promise.all([mkdir(incoming, { recursive: true }), mkdir(dirname(path), { recursive: true })]);
        const temporary = await writeToDisk(incoming, body, signal);
        try {
          signal?.throwIfAborted();
          await rename(temporary, path);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        await syncFolder(dirname(path));
      }),

    get: (key, { signal } = {}) =>
      translate(signal, async () => {
        assertKey(key);
        const file = await orNull(open(join(dir, key), 'r'));
        if (file === null) return null;
        const stats = await file.stat().catch(async (error: unknown) => {
          await file.close();
          throw error;
        });
        if (stats.isFile()) return { stream: file.createReadStream(), size: stats.size };
        await file.close();
        return null;
      }),

    exists: (key, { signal } = {}) =>
      translate(signal, async () => {
        assertKey(key);
        return (await sizeOf(join(dir, key))) !== null;
      }),

    delete: (key, { signal } = {}) =>
      translate(signal, async () => {
        assertKey(key);
        await orNull(unlink(join(dir, key)));
      }),

    list: ({ prefix = '', after = '', limit, signal }) =>
      translate(signal, () => listFiles(dir, { prefix, after, limit, signal })),

    removeLeftovers: (olderThanSeconds) =>
      translate(undefined, async () => {
        const before = Date.now() - olderThanSeconds * 1_000;
        let removed = 0;
        for (const name of (await orNull(readdir(incoming))) ?? []) {
          const left = await orNull(stat(join(incoming, name)));
          if (left === null || left.mtimeMs >= before) continue;
          await rm(join(incoming, name), { force: true });
          removed += 1;
        }
        return removed;
      }),

    presign: null,

    ping: () =>
      translate(undefined, async () => {
        await mkdir(incoming, { recursive: true });
        await unlink(await writeToDisk(incoming, Buffer.from('ping'), undefined));
      }),
  };
}

/** The size of the file; null when there is none. */
async function sizeOf(path: string): Promise<number | null> {
  const stats = await orNull(stat(path));
  return stats?.isFile() ? stats.size : null;
}

async function writeToDisk(folder: string, body: Buffer, signal: AbortSignal | undefined): Promise<string> {
  const path = join(folder, randomUUID());
  try {
    await using file = await open(path, 'wx');
    await file.writeFile(body, { signal });
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}

/** A rename is only kept over a power cut once its folder is on disk. Windows neither needs nor allows it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

async function translate<T>(signal: Abortable['signal'], operation: () => Promise<T>): Promise<T> {
  try {
    signal?.throwIfAborted();
    return await operation();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof StorageError) throw error;
    const code = errorCode(error);
    throw new StorageError(CODES[code] ?? 'unavailable', `the folder of objects cannot be used (${code})`, {
      cause: error,
    });
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
