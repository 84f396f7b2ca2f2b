import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Identity, succeeds } from './identity.ts';

/** For a user who cannot enter the caller's folders (a clone under /root): a place that everyone can enter. */
const COMMON_ROOT = '/var/lib/shotclock';

/**
 * Where the cluster of `dataDir` lives: there, or, when `identity` cannot enter the folder around it, in a folder under
 * /var/lib/shotclock that is named by a hash of `dataDir`, the same at every start.
 */
export async function clusterFolder(identity: Identity, dataDir: string): Promise<string> {
  if (await succeeds(identity, 'test', ['-x', dirname(dataDir)])) return dataDir;
  const folder = join(COMMON_ROOT, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await openFolder(COMMON_ROOT);
  await openFolder(folder);
  return join(folder, 'postgres');
}

/** The folder of the Postgres programs: `installed`, or a copy when `identity` cannot run those. */
export async function runnablePrograms(identity: Identity, installed: string): Promise<string> {
  if (await runs(identity, installed)) return installed;
  const version = createHash('sha256').update(installed).digest('hex').slice(0, 16);
  const copy = join(COMMON_ROOT, `programs-${version}`);
  if (await runs(identity, copy)) return copy;
  const staging = `${copy}.${process.pid}`;
  await openFolder(COMMON_ROOT);
  await cp(installed, staging, { recursive: true, verbatimSymlinks: true });
  await chmod(staging, 0o755);
  await rm(copy, { recursive: true, force: true });
  await rename(staging, copy);
  return copy;
}

function runs(identity: Identity, programs: string): Promise<boolean> {
  return succeeds(identity, join(programs, 'bin', 'postgres'), ['--version']);
}

async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}
