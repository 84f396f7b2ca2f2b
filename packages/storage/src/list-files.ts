import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Abortable, ListedObject } from './object-store.ts';

type Page = { prefix: string; after: string; limit: number } & Abortable;

/** Lists the first files below `dir` with keys after `after`, sorted by key. Names that start with a dot are skipped. */
export async function listFiles(dir: string, page: Page): Promise<ListedObject[]> {
  const listed: ListedObject[] = [];
  await walk(dir, '', page, listed);
  return listed;
}

async function walk(dir: string, parent: string, page: Page, listed: ListedObject[]): Promise<void> {
  for (const { key, isFolder } of await entriesOf(join(dir, parent), parent)) {
    if (listed.length === page.limit) return;
    page.signal?.throwIfAborted();
    if (isFolder) {
      if (canContainPage(key, page)) await walk(dir, key, page, listed);
    } else if (key > page.after && key.startsWith(page.prefix)) {
      const size = await sizeOrNull(join(dir, key));
      if (size !== null) listed.push({ key, size });
    }
  }
}

/** Whether the page can contain keys in this folder. The folder name ends with `/`. */
function canContainPage(folder: string, { after, prefix }: Page): boolean {
  const isPassed = folder < after && !after.startsWith(folder);
  return !isPassed && (folder.startsWith(prefix) || prefix.startsWith(folder));
}

/** Returns the entries sorted by key. A folder's key ends with `/`, so that it sorts like the keys inside the folder. */
async function entriesOf(path: string, parent: string): Promise<{ key: string; isFolder: boolean }[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
    if (isMissing(error)) return [];
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

async function sizeOrNull(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
