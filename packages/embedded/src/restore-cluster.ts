import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '@shotclock/runtime';
import { createClusterParent } from './accessible-folders.ts';
import { copyToDisk } from './copy-cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Identity, postgresIdentity } from './identity.ts';

/**
 * Makes the copy of a cluster the cluster on `dataDir`. The copy is not changed. A call that is killed leaves no cluster.
 * @param copy.passwordFile the file that contains the password of the cluster's user `shotclock`
 * @throws StartError if `dataDir` already has a cluster, or another Shotclock process uses it
 */
export async function restoreCluster(
  dataDir: string,
  copy: { folder: string; passwordFile: string },
): Promise<void> {
  const folder = resolve(dataDir);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(folder);
  try {
    const identity = await postgresIdentity();
    const cluster = await createClusterParent(identity, folder);
    await requireNoCluster(cluster);
    const staging = `${cluster}.restoring`;
    await rm(staging, { recursive: true, force: true });
    await copyTree(copy.folder, staging, identity);
    await copyToDisk(copy.passwordFile, `${folder}.password`);
    await rm(cluster, { recursive: true, force: true });
    await rename(staging, cluster);
  } finally {
    await lock.release();
  }
}

/** @throws StartError if the folder has content */
async function requireNoCluster(cluster: string): Promise<void> {
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0)
    throw new StartError(
      `${cluster} already contains a database, which a restore would replace; set DATA_DIR to an empty folder, or move this one away`,
    );
}

async function copyTree(source: string, target: string, { user }: Identity): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  if (user) await chown(target, user.uid, user.gid);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await copyTree(from, to, { prefix: [], ...(user && { user }) });
    else {
      await copyToDisk(from, to);
      if (user) await chown(to, user.uid, user.gid);
    }
  }
}
