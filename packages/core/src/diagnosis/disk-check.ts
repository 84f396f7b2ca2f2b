import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { type Check, type Finding, failed, ok, warning } from '@shotclock/runtime';

const remedy = 'Free disk space (docs/operations.md, "Full disks and missing folders").';

const mebibyte = 1_024 * 1_024;
/** Free bytes below which captures soon fail, and below which Postgres and browsers may fail at any time. */
const warnBytes = 1_024 * mebibyte;
const failBytes = 200 * mebibyte;

/** Checks the free space and files of the disks of DATA_DIR and of temporary files. */
export const diskCheck = (dataDir: string): Check => ({
  name: 'disk',
  remedy,
  run: () => checkDisk(dataDir),
});

async function checkDisk(dataDir: string): Promise<Finding> {
  const folders = await Promise.all([dataDir, tmpdir()].map(readSpace));
  const found = folders
    .map(
      ({ path, bytes, files }) => `${path}: ${formatSize(bytes)} free${files === 0 ? ', no more files' : ''}`,
    )
    .join('; ');
  if (folders.some(({ bytes, files }) => bytes < failBytes || files === 0))
    return failed(`${found}.`, remedy);
  return folders.some(({ bytes }) => bytes < warnBytes) ? warning(`${found}.`, remedy) : ok(`${found}.`);
}

/** Reads the space that ordinary users can use. `files` is null on file systems without a limit. */
async function readSpace(path: string): Promise<{ path: string; bytes: number; files: number | null }> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(path);
    return { path, bytes: bavail * bsize, files: files > 0 ? ffree : null };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path;
    // The folder will be created on the disk of its parent.
    if (isMissing) return { ...(await readSpace(dirname(path))), path };
    throw error;
  }
}

function formatSize(bytes: number): string {
  const gibibytes = bytes / (1_024 * mebibyte);
  return gibibytes >= 1 ? `${gibibytes.toFixed(1)} GiB` : `${Math.floor(bytes / mebibyte)} MiB`;
}
