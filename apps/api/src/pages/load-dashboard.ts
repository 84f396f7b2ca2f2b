import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asset, createAsset } from '../http/asset.ts';
import { assetType } from '../http/asset-type.ts';

/** The output folder of `pnpm build:dashboard`. The API serves the built files and does not import the app. */
export const dashboardFolder = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));

export type Dashboard = {
  /**
   * The page for a URL, in the loading state of its screen. `__NONCE__` is a placeholder for the nonce of the response.
   */
  pageOf(path: string): string;
  /** The other files by name. Each file name contains a hash of the content. */
  assets: ReadonlyMap<string, Asset>;
};

const isCompressed = (name: string) => name.endsWith('.br') || name.endsWith('.gz');

/** Reads a build of the dashboard (about 2 MB) into memory. Returns null if there is none. */
export async function loadDashboard(folder: string): Promise<Dashboard | null> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(ignoreMissing);
  if (page === null) return null;
  const screens = await readFile(join(folder, 'screens.json'), 'utf8').catch(ignoreMissing);
  const names = await readdir(join(folder, 'assets'));
  const assets = names
    .filter((name) => !isCompressed(name))
    .map(async (name) => [name, await loadAsset(join(folder, 'assets', name))] as const);
  return {
    pageOf: choosePage(page, JSON.parse(screens ?? '[]')),
    assets: new Map(await Promise.all(assets)),
  };
}

/** In a pattern, `$name` matches one segment of a path. */
type ScreenPage = { pattern: string; page: string };

function choosePage(page: string, screens: readonly ScreenPage[]): Dashboard['pageOf'] {
  // Patterns without parameters come first, so that /schedules/new matches before /schedules/$scheduleId.
  const known = screens
    .toSorted((one, other) => one.pattern.split('$').length - other.pattern.split('$').length)
    .map(({ pattern, page: screen }) => ({ matches: matcherOf(pattern), screen }));
  return (path) => known.find(({ matches }) => matches.test(path))?.screen ?? page;
}

function matcherOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

async function loadAsset(path: string): Promise<Asset> {
  const read = (suffix: string) => readFile(path + suffix).catch(ignoreMissing);
  const [body, brotli, gzip] = await Promise.all([readFile(path), read('.br'), read('.gz')]);
  return createAsset(body, assetType(path), {
    compressed: { ...(brotli && { br: brotli }), ...(gzip && { gzip }) },
  });
}

function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
