// A put writes a temporary file in `.incoming`, syncs it to disk and renames it. Even if two processes put the same key
// or a process is killed, a reader sees the old object, the new object or no object, but never a partial one. Only the
// user that runs the process can access the folder. This also protects objects from earlier versions, which stored them
// readable by all users.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  chmod,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from './list-files.ts';
import { assertKey } from './object-key.ts';
import type { Abortable, FileBody, ObjectStore } from './object-store.ts';
import { readInTurns } from './read-in-turns.ts';
import { StorageError, type StorageErrorCode } from './storage-error.ts';
import { createTurns, type TakeTurns } from './take-turns.ts';

const temporaryFolder = '.incoming';
/**
 * Half of the threads that Node uses for files, DNS and compression. If the folder hangs, for example because its file
 * server cannot be reached, the other half remains available for other work.
 */
const maxThreads = 2;
/** How long an operation may wait for a thread. An operation uses a thread for one file system call at a time. */
const threadWaitMs = 20_000;
const chunkBytes = 1_048_576;
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
  const inTurn = createTurns({ max: maxThreads, waitMs: threadWaitMs });
  let pinging: Promise<void> | undefined;
  let prepared: Promise<void> | undefined;
  /** Restricts access to the folder once per store, and again after a failure. */
  const prepare = () => {
    prepared ??= createPrivate(dir).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  return {
    put: (key, body, _contentType, { replace = false, keepExisting = false, signal } = {}) =>
      withStorageErrors(signal, async () => {
        assertKey(key);
        const path = join(dir, key);
        const syncParent = () => inTurn(() => syncFolder(dirname(path)), { signal });
        // Another writer may have just renamed its file to this path, and that rename must be on disk before this put
        // resolves.
        if (!replace && (await inTurn(() => sizeOf(path), { signal })) === sizeOfBody(body))
          return syncParent();
        await inTurn(prepare, { signal });
        for (const parent of [incoming, dirname(path)]) await inTurn(() => createFolder(parent), { signal });
        const temporary = await writeToDisk(incoming, body, { inTurn, signal });
        try {
          if (keepExisting) {
            await inTurn(() => orExisting(link(temporary, path)), { signal });
            await discard(temporary, inTurn);
          } else await inTurn(() => rename(temporary, path), { signal });
        } catch (error) {
          await discard(temporary, inTurn);
          throw error;
        }
        await syncParent();
      }),

    get: (key, { range, signal } = {}) =>
      withStorageErrors(signal, async () => {
        assertKey(key);
        const opened = await inTurn(() => openObject(join(dir, key)), { signal });
        if (opened === null) return null;
        const part = range ?? { start: 0, end: opened.size - 1 };
        return { stream: readInTurns(opened.file, part, inTurn), size: part.end - part.start + 1 };
      }),

    exists: (key, { size, signal } = {}) =>
      withStorageErrors(signal, async () => {
        assertKey(key);
        const found = await inTurn(() => sizeOf(join(dir, key)), { signal });
        return found !== null && (size === undefined || found === size);
      }),

    delete: (keys, { signal } = {}) =>
      withStorageErrors(signal, async () => {
        for (const key of keys) assertKey(key);
        const waiting = keys.values();
        const deleteNext = async () => {
          for (const key of waiting) await inTurn(() => orNull(unlink(join(dir, key))), { signal });
        };
        // Wait for all deletions, because none of them may continue after this function rejects.
        const results = await Promise.allSettled(Array.from({ length: maxThreads }, deleteNext));
        for (const result of results) if (result.status === 'rejected') throw result.reason;
      }),

    list: ({ prefix = '', after = '', limit, signal }) =>
      withStorageErrors(signal, () =>
        inTurn(() => listFiles(dir, { prefix, after, limit, signal }), { signal }),
      ),

    deleteTemporaryFiles: (olderThanSeconds) =>
      withStorageErrors(undefined, () => inTurn(() => deleteOldFiles(incoming, olderThanSeconds))),

    presign: null,

    // Concurrent pings share a single ping, so that they do not accumulate if the folder hangs.
    ping() {
      pinging ??= withStorageErrors(undefined, async () => {
        await inTurn(prepare);
        await inTurn(() => createFolder(incoming));
        const written = await writeToDisk(incoming, Buffer.from('ping'), { inTurn });
        await inTurn(() => unlink(written));
      }).finally(() => {
        pinging = undefined;
      });
      return pinging;
    },
  };
}

async function createFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: folderMode });
}

/** Creates the folder. If the folder already exists and belongs to this user, removes the permissions of other users. */
async function createPrivate(dir: string): Promise<void> {
  await createFolder(dir);
  const stats = await stat(dir);
  const isOwn = process.geteuid === undefined || stats.uid === process.geteuid();
  const permitted = stats.mode & folderMode;
  if (isOwn && (stats.mode & 0o777) !== permitted) await chmod(dir, permitted);
}

/** Returns the size of the file in bytes; null if it does not exist. */
async function sizeOf(path: string): Promise<number | null> {
  const stats = await orNull(stat(path));
  return stats?.isFile() ? stats.size : null;
}

const sizeOfBody = (body: Buffer | FileBody) => (Buffer.isBuffer(body) ? body.byteLength : body.size);

async function openObject(path: string): Promise<{ file: FileHandle; size: number } | null> {
  const file = await orNull(open(path, 'r'));
  if (file === null) return null;
  const stats = await file.stat().catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  if (stats.isFile()) return { file, size: stats.size };
  await file.close();
  return null;
}

async function writeToDisk(
  folder: string,
  body: Buffer | FileBody,
  { inTurn, signal }: Abortable & { inTurn: TakeTurns },
): Promise<string> {
  const path = join(folder, randomUUID());
  try {
    const file = await inTurn(() => open(path, 'wx', fileMode), { signal });
    try {
      for await (const chunk of chunksOf(body)) await inTurn(() => file.writeFile(chunk), { signal });
      await inTurn(() => file.sync(), { signal });
    } finally {
      await inTurn(() => file.close(), { unlimited: true });
    }
  } catch (error) {
    await discard(path, inTurn);
    throw error;
  }
  return path;
}

function* partsOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.byteLength; start += chunkBytes)
    yield body.subarray(start, start + chunkBytes);
}

const chunksOf = (body: Buffer | FileBody): Iterable<Buffer> | AsyncIterable<Buffer> =>
  Buffer.isBuffer(body) ? partsOf(body) : createReadStream(body.file, { highWaterMark: chunkBytes });

/** Deletes a temporary file. If this fails, `deleteTemporaryFiles` deletes the file later. */
async function discard(path: string, inTurn: TakeTurns): Promise<void> {
  await inTurn(() => rm(path, { force: true })).catch(() => undefined);
}

async function deleteOldFiles(folder: string, olderThanSeconds: number): Promise<number> {
  const before = Date.now() - olderThanSeconds * 1_000;
  let deleted = 0;
  for (const name of (await orNull(readdir(folder))) ?? []) {
    const stats = await orNull(stat(join(folder, name)));
    if (stats === null || stats.mtimeMs >= before) continue;
    await rm(join(folder, name), { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Syncs the folder, because a power failure can otherwise undo a rename. On Windows, this is neither necessary nor possible. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** Resolves to null if the file does not exist. */
async function orNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Resolves even if the file already exists. */
async function orExisting(result: Promise<void>): Promise<void> {
  await result.catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

/** Converts all errors except the signal's reason into a StorageError. */
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
