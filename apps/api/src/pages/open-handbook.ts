import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asset, createAsset } from '../http/asset.ts';
import { assetType } from '../http/asset-type.ts';

/** The output folder of `pnpm site`. */
export const handbookFolder = fileURLToPath(new URL('../../../handbook/dist/', import.meta.url));

/** The handbook build. */
export type Handbook = {
  /** Returns a file of the handbook by its path, or null if there is none. */
  fileAt(path: string): Promise<Asset | null>;
};

/**
 * Opens a build of the handbook (about 5 MB). Files are read when they are first requested, because most processes never serve them, and
 * stay in memory.
 */
export function openHandbook(folder: string): Handbook {
  let names: Promise<ReadonlySet<string>> | undefined;
  const assets = new Map<string, Promise<Asset>>();
  const listed = () => (names ??= listFiles(folder));
  return {
    async fileAt(path) {
      // Only listed names are read, so no path leads out of the folder.
      if (!(await listed()).has(path)) return null;
      const known = assets.get(path);
      if (known) return known;
      const loading = readFile(join(folder, path)).then((body) => createAsset(body, assetType(path)));
      assets.set(path, loading);
      loading.catch(() => assets.delete(path));
      return loading;
    },
  };
}

async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  const paths = (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return new Set(paths);
}

function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
