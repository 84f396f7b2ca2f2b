// A manifest lists the files of a folder to which only this user can write. The manifest is stored in that folder.
import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { lstat, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const manifestName = 'manifest.json';

/** Identifies a file by its content and by the attributes that change with its content. Only the kernel can set `ctimeMs`. */
type FileRecord = { sha256: string; size: number; ino: number; mtimeMs: number; ctimeMs: number };
type Manifest = { origin: string; files: Record<string, FileRecord> };

/** Records the files of a folder. `origin` identifies the package that they were unpacked from. */
export async function writeManifest(folder: string, origin: string): Promise<void> {
  const files: Manifest['files'] = {};
  for (const [name, stats] of await entriesOf(folder))
    if (!stats.isDirectory()) files[name] = await recordOf(join(folder, name), stats);
  await writeFile(join(folder, manifestName), JSON.stringify({ origin, files }), { mode: 0o600 });
}

/**
 * Returns why the folder differs from what `writeManifest` recorded, or null if it does not. Checks are ordered from
 * cheap to expensive:
 * - owner and permissions of every entry: detects a file that another user has planted or can change;
 * - names: detects an added library, which the browser would load;
 * - size, inode and times: detects any change since the folder was unpacked;
 * - SHA-256 of files whose inode or times have changed, for example after a copy or a restore: detects changed content.
 */
export async function manifestError(folder: string, origin: string): Promise<string | null> {
  const entries = await entriesOf(folder);
  const uid = process.geteuid?.();
  for (const [name, stats] of entries) {
    if (uid !== undefined && stats.uid !== uid) return `${name} belongs to another user (uid ${stats.uid})`;
    if (!stats.isSymbolicLink() && (stats.mode & 0o022) !== 0) return `other users can write to ${name}`;
  }
  const manifest = await readManifest(folder);
  if (manifest?.origin !== origin) return 'there is no manifest of this version';
  const files = entries.filter(([name, stats]) => name !== manifestName && !stats.isDirectory());
  const expected = Object.keys(manifest.files);
  if (files.length !== expected.length || files.some(([name]) => !Object.hasOwn(manifest.files, name)))
    return 'files were added or removed';
  for (const [name, stats] of files) {
    const record = manifest.files[name]!;
    if (stats.size !== record.size) return `${name} has a different size`;
    if (isUntouched(stats, record)) continue;
    if ((await recordOf(join(folder, name), stats)).sha256 !== record.sha256)
      return `${name} has different content`;
  }
  return null;
}

function isUntouched(stats: Stats, { ino, mtimeMs, ctimeMs }: FileRecord): boolean {
  return stats.ino === ino && stats.mtimeMs === mtimeMs && stats.ctimeMs === ctimeMs;
}

/** The folder itself as `.`, and everything below it. */
async function entriesOf(folder: string): Promise<[name: string, stats: Stats][]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    ['.', ...names].map(async (name): Promise<[string, Stats]> => [name, await lstat(join(folder, name))]),
  );
}

async function recordOf(path: string, stats: Stats): Promise<FileRecord> {
  const hash = createHash('sha256');
  if (stats.isSymbolicLink()) hash.update(await readlink(path));
  else await pipeline(createReadStream(path), hash);
  const { size, ino, mtimeMs, ctimeMs } = stats;
  return { sha256: hash.digest('hex'), size, ino, mtimeMs, ctimeMs };
}

async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, manifestName), 'utf8'));
  } catch {
    return null;
  }
}
