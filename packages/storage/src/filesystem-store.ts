// A put goes to a file of its own in `.incoming`, then to disk, then by one rename to its place: whoever reads sees
// the old object, the new one or none, never a part, also when two processes put the same key or one is killed.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertKey } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';
import { StorageError, type StorageErrorCode } from './storage-error.ts';

const INCOMING = '.incoming';
const CODES: Readonly<Record<string, StorageErrorCode>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

/** Keeps objects as files in `dir`, which is made when it is missing. */
export function createFilesystemStore(dir: string): ObjectStore {
  const incoming = join(dir, INCOMING);

  return {
    put: (key, body) =>
      translate(async () => {
        assertKey(key);
        const path = join(dir, key);
        await Promise.all([mkdir(incoming, { recursive: true }), mkdir(dirname(path), { recursive: true })]);
        const temporary = await writeToDisk(incoming, body);
        try {
          await rename(temporary, path);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        await syncFolder(dirname(path));
      }),

    get: (key) =>
      translate(async () => {
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

    exists: (key) =>
      translate(async () => {
        assertKey(key);
        return (await orNull(stat(join(dir, key))))?.isFile() ?? false;
      }),

    delete: (key) =>
      translate(async () => {
        assertKey(key);
        await orNull(unlink(join(dir, key)));
      }),

    ping: () =>
      translate(async () => {
        await mkdir(incoming, { recursive: true });
        await unlink(await writeToDisk(incoming, Buffer.from('ping')));
      }),
  };
}

async function writeToDisk(folder: string, body: Buffer): Promise<string> {
  const path = join(folder, randomUUID());
  try {
    await using file = await open(path, 'wx');
    await file.writeFile(body);
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

async function translate<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
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
