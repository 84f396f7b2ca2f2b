// A put writes a temporary file in `.incoming`, syncs it to disk and renames it. A reader sees the old object, the new object or
// none, but never a part of one, even if two processes put the same key or a process is killed.
// Only the user of the process can use the folder. That also protects objects that an earlier version stored readable for all.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from './list-files.ts';
import { assertKey } from './object-key.ts';
import type { Abortable, FileBody, ObjectStore } from './object-store.ts';
import { StorageError, type StorageErrorCode } from './storage-error.ts';

const temporaryFolder = '.incoming';
/** Files that are deleted at the same time: as many as Node has threads for files. */
const deleteConcurrency = 4;
const folderMode = 0o700;
const fileMode = 0o600;
const errorCodes: Readonly<Record<string, StorageErrorCode>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
};

/** Stores objects as files in `dir`, which is created if it does not exist. */
export function createFilesystemStore(dir: string): ObjectStore {
  const incoming = join(dir, temporaryFolder);
  let prepared: Promise<void> | undefined;
  /** Tightens the folder once for each store; again after a failure. */
  const prepare = () => {
    prepared ??= createPrivate(dir).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  return {
    put: (key, body, _contentType, { replace = false, signal } = {}) =>
      withStorageErrors(signal, async () => {
        assertKey(key);
        const path = join(dir, key);
        // Another writer may have just renamed its file to this path: the rename must be on disk before this put resolves.
        if (!replace && (await sizeOf(path)) === sizeOfBody(body)) return syncFolder(dirname(path));
        await prepare();
        await Promise.all([createFolder(incoming), createFolder(dirname(path))]);
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

    get: (key, { range, signal } = {}) =>
      withStorageErrors(signal, async () => {
        assertKey(key);
        const file = await orNull(open(join(dir, key), 'r'));
        if (file === null) return null;
        const stats = await file.stat().catch(async (error: unknown) => {
          await file.close();
          throw error;
        });
        if (stats.isFile()) {
          const { start, end } = range ?? { start: 0, end: stats.size - 1 };
          return { stream: file.createReadStream(range ?? {}), size: end - start + 1 };
        }
        await file.close();
        return null;
      }),

    exists: (key, { signal } = {}) =>
      withStorageErrors(signal, async () => {
        assertKey(key);
        return (await sizeOf(join(dir, key))) !== null;
      }),

    delete: (keys, { signal } = {}) =>
      withStorageErrors(signal, async () => {
        for (const key of keys) assertKey(key);
        const waiting = keys.values();
        const deleteNext = async () => {
          for (const key of waiting) {
            signal?.throwIfAborted();
            await orNull(unlink(join(dir, key)));
          }
        };
        // Waits for all: no deletion may continue after this function has rejected.
        const results = await Promise.allSettled(Array.from({ length: deleteConcurrency }, deleteNext));
        for (const result of results) if (result.status === 'rejected') throw result.reason;
      }),

    list: ({ prefix = '', after = '', limit, signal }) =>
      withStorageErrors(signal, () => listFiles(dir, { prefix, after, limit, signal })),

    deleteTemporaryFiles: (olderThanSeconds) =>
      withStorageErrors(undefined, async () => {
        const before = Date.now() - olderThanSeconds * 1_000;
        let deleted = 0;
        for (const name of (await orNull(readdir(incoming))) ?? []) {
          const stats = await orNull(stat(join(incoming, name)));
          if (stats === null || stats.mtimeMs >= before) continue;
          await rm(join(incoming, name), { force: true });
          deleted += 1;
        }
        return deleted;
      }),

    presign: null,

    ping: () =>
      withStorageErrors(undefined, async () => {
        await prepare();
        await createFolder(incoming);
        await unlink(await writeToDisk(incoming, Buffer.from('ping'), undefined));
      }),
  };
}

async function createFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: folderMode });
}

/** Creates the folder, or removes the permissions of other users from a folder of this user. */
async function createPrivate(dir: string): Promise<void> {
  await createFolder(dir);
  const stats = await stat(dir);
  const isOwn = process.geteuid === undefined || stats.uid === process.geteuid();
  const permitted = stats.mode & folderMode;
  if (isOwn && (stats.mode & 0o777) !== permitted) await chmod(dir, permitted);
}

/** The size of the file in bytes; null if it does not exist. */
async function sizeOf(path: string): Promise<number | null> {
  const stats = await orNull(stat(path));
  return stats?.isFile() ? stats.size : null;
}

const sizeOfBody = (body: Buffer | FileBody) => (Buffer.isBuffer(body) ? body.byteLength : body.size);

async function writeToDisk(
  folder: string,
  body: Buffer | FileBody,
  signal: AbortSignal | undefined,
): Promise<string> {
  const path = join(folder, randomUUID());
  try {
    await using file = await open(path, 'wx', fileMode);
    await file.writeFile(Buffer.isBuffer(body) ? body : createReadStream(body.file), { signal });
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}

/** Syncs the folder: without this, a power failure can undo a rename. Windows does not need or allow it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** Resolves with null if the file does not exist. */
async function orNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Converts all errors but the reason of the signal into a StorageError. */
async function withStorageErrors<T>(signal: Abortable['signal'], operation: () => Promise<T>): Promise<T> {
  try {
    signal?.throwIfAborted();
    return await operation();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof StorageError) throw error;
    const code = errorCode(error);
    throw new StorageError(errorCodes[code] ?? 'unavailable', `the object folder cannot be used (${code})`, {
      cause: error,
    });
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
