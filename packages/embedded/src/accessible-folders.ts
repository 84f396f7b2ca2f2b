import { createHash } from 'node:crypto';
import { chmod, cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createPrivateFolder, exists, replaceableBy, StartError } from '@shotclock/runtime';
import { commandSucceeds, type Identity } from './identity.ts';

/**
 * Every user can access entries in this folder by name. Used if Postgres runs as a user that cannot access root's
 * folders, for example when the repository is under /root.
 */
const sharedRoot = '/var/lib/shotclock';

/**
 * Returns the cluster's folder: `dataDir` if `identity` has access to its parent folder or the parent folder does not exist; otherwise
 * a folder under /var/lib/shotclock whose name is a hash of `dataDir`, so that it is the same on every start.
 */
export async function clusterFolder(identity: Identity, dataDir: string): Promise<string> {
  const parent = dirname(dataDir);
  if (!(await exists(parent)) || (await commandSucceeds(identity, 'test', ['-x', parent]))) return dataDir;
  return join(sharedRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16), 'postgres');
}

/** Creates the parent folder of the cluster if it is under /var/lib/shotclock. Returns the cluster's folder. */
export async function createClusterParent(identity: Identity, dataDir: string): Promise<string> {
  const cluster = await clusterFolder(identity, dataDir);
  if (cluster !== dataDir) {
    await createSharedFolder(sharedRoot);
    await createSharedFolder(dirname(cluster));
  }
  return cluster;
}

/** Returns the folder with the Postgres programs: `bundled` if `identity` can run the programs there, otherwise a copy. */
export async function runnablePrograms(identity: Identity, bundled: string): Promise<string> {
  if (await canRun(identity, bundled)) return bundled;
  const pathHash = createHash('sha256').update(bundled).digest('hex').slice(0, 16);
  const copy = join(sharedRoot, `programs-${pathHash}`);
  await createSharedFolder(sharedRoot);
  if ((await isProtected(copy)) && (await canRun(identity, copy))) return copy;
  const staging = `${copy}.${process.pid}`;
  await rm(staging, { recursive: true, force: true });
  await cp(bundled, staging, { recursive: true, verbatimSymlinks: true });
  await chmod(staging, 0o755);
  await rm(copy, { recursive: true, force: true });
  await rename(staging, copy);
  return copy;
}

function canRun(identity: Identity, programs: string): Promise<boolean> {
  return commandSucceeds(identity, join(programs, 'bin', 'postgres'), ['--version']);
}

/** Whether only root can replace the programs. */
async function isProtected(folder: string): Promise<boolean> {
  const reason = await replaceableBy(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return 'it does not exist';
    throw error;
  });
  return reason === null;
}

/**
 * Creates a folder whose entries other users can use but cannot list or replace.
 * @throws StartError if another user could replace the folder
 */
async function createSharedFolder(folder: string): Promise<void> {
  await createPrivateFolder(folder, { mode: 0o711 });
  await chmod(folder, 0o711);
  const reason = await replaceableBy(folder);
  if (reason !== null) throw new StartError(`${folder} cannot be used for the embedded Postgres: ${reason}`);
}
