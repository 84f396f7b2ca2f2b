import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ListedObject, type ObjectStore, parseObjectKey } from '@shotclock/storage';

const pageSize = 1_000;
/** Number of objects copied at the same time. */
const copiers = 8;

export type CopiedObjects = {
  count: number;
  bytes: number;
  /** Objects that the target did not have yet. */
  added: number;
  /** Keys of objects whose content does not match the hash in their key. */
  damaged: string[];
};

/** Lists all objects of a store. Objects that are put or deleted meanwhile may or may not be listed. */
export async function* everyObject(store: ObjectStore): AsyncGenerator<ListedObject> {
  for (let after: string | null = ''; after !== null; ) {
    const page: ListedObject[] = await store.list({ after, limit: pageSize });
    yield* page;
    after = page.length < pageSize ? null : page.at(-1)!.key;
  }
}

/**
 * Copies all objects of the store to a folder with the layout of a store in a folder. Objects that the folder already has are not read.
 * Objects that are deleted meanwhile are left out.
 */
export async function copyToFolder(store: ObjectStore, folder: string): Promise<CopiedObjects> {
  const copied: CopiedObjects = { count: 0, bytes: 0, added: 0, damaged: [] };
  const incoming = join(folder, '.incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await forEach(everyObject(store), async ({ key, size }) => {
    const path = join(folder, key);
    if ((await sizeOf(path)) !== size) {
      const found = await store.get(key);
      if (found === null) return;
      const file = join(incoming, randomUUID());
      const sha256 = await writeToDisk(found.stream, file);
      if (isDamaged(key, sha256)) copied.damaged.push(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(file, path);
      copied.added += 1;
    }
    copied.count += 1;
    copied.bytes += size;
  });
  await rm(incoming, { recursive: true, force: true });
  return copied;
}

/**
 * Copies all objects of one store, whose objects are files in `folder`, to another one. Objects that the other one already has are kept.
 */
export async function copyFromFolder(
  { store, folder }: { store: ObjectStore; folder: string },
  target: ObjectStore,
): Promise<CopiedObjects> {
  const copied: CopiedObjects = { count: 0, bytes: 0, added: 0, damaged: [] };
  await forEach(everyObject(store), async ({ key, size }) => {
    const file = join(folder, key);
    const sha256 = await hashOf(createReadStream(file));
    if (isDamaged(key, sha256)) copied.damaged.push(key);
    if (!(await target.exists(key, { size }))) {
      // The type is only for other programs: the API sends the type in the database.
      await target.put(key, { file, size, sha256 }, 'application/octet-stream');
      copied.added += 1;
    }
    copied.count += 1;
    copied.bytes += size;
  });
  return copied;
}

const isDamaged = (key: string, sha256: string): boolean => {
  const parts = parseObjectKey(key);
  return parts !== null && parts.sha256 !== sha256;
};

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

/** Writes the stream to a new file, and returns the SHA-256 of its content. */
async function writeToDisk(stream: Readable, path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  );
  return hash.digest('hex');
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Calls `work` for each element, for several of them at the same time. Rejects with the first error, once none is running. */
async function forEach<T>(elements: AsyncGenerator<T>, work: (element: T) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(
    Array.from({ length: copiers }, async () => {
      for (let next = await elements.next(); !next.done; next = await elements.next()) await work(next.value);
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
