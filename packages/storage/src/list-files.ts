import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Abortable, ListedObject } from './object-store.ts';

type Page = { prefix: string; after: string; limit: number } & Abortable;

/** The first files below `dir` whose keys come after `after`, in the order of their keys; the store's own are left out. */
export async function listFiles(dir: string, page: Page): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  await walk(dir, '', page, found);
  return found;
}

async function walk(dir: string, parent: string, page: Page, found: ListedObject[]): Promise<void> {
  for (const { key, isFolder } of await entriesOf(join(dir, parent), parent)) {
    if (found.length === page.limit) return;
    page.signal?.throwIfAborted();
    if (isFolder) {
      if (mayHold(key, page)) await walk(dir, key, page, found);
    } else if (key > page.after && key.startsWith(page.prefix)) {
      const size = await sizeOrGone(join(dir, key));
      if (size !== null) found.push({ key, size });
    }
  }
}

/** Whether keys below the folder, whose name ends with `/`, can be on the page. */
function mayHold(folder: string, { after, prefix }: Page): boolean {
  const isPassed = folder < after && !after.startsWith(folder);
  return !isPassed && (folder.startsWith(prefix) || prefix.startsWith(folder));
}

/** A folder sorts as its keys do: with the `/` that follows its name in them. */
async function entriesOf(path: string, parent: string): Promise<{ key: string; isFolder: boolean }[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
    if (isGone(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => ({
      key: `${parent}${entry.name}${entry.isDirectory() ? '/' : ''}`,
      isFolder: entry.isDirectory(),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function sizeOrGone(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
