// A running server: start of the backup (the WAL is reserved from here) ──► copy of the files, which change meanwhile ──► end of the
// backup ──► copy of the WAL between start and end, which recovery applies to the files (PostgreSQL documentation, "Making a Base Backup
// Using the Low Level API"). A stopped server: copy of the files, while the lock prevents a start.
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartError } from '@shotclock/runtime';
import postgres from 'postgres';
import { clusterFolder } from './accessible-folders.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { postgresIdentity } from './identity.ts';
import { runningPostgresUrl } from './running-postgres.ts';

/** Files of a running server, which must not be in a copy. */
const filesOfServer = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label.old']);
/** Folders whose content a server creates again when it starts. */
const emptiedFolders = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  'pgsql_tmp',
]);
const walFolder = 'pg_wal';
/** Names of WAL segments and of the files that describe timelines. Names of segments sort by their position. */
const walSegment = /^[0-9A-F]{24}$/;
const timelineHistory = /^[0-9A-F]{8}\.history$/;

/**
 * Copies the cluster on `dataDir` to a new folder, also while its server runs. A server that starts on the copy recovers the state at the
 * end of the call. Every file is on the disk when the call resolves.
 * @throws StartError if there is no cluster; errors of the file system and of the database
 */
export async function copyCluster(dataDir: string, target: string): Promise<void> {
  const cluster = await clusterFolder(await postgresIdentity(), resolve(dataDir));
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new StartError(`${cluster} cannot be read (${error.code}); use the user of the system`);
  });
  if (!entries.includes('PG_VERSION'))
    throw new StartError(
      `${dataDir} contains no database; set DATA_DIR to the folder of a standalone system, or set DATABASE_URL`,
    );
  await mkdir(target, { mode: 0o700 });
  const lock = await lockDataDir(resolve(dataDir)).catch(onlyInUse);
  if (lock === null) return copyRunning(dataDir, { cluster, target });
  try {
    await copyFolder(cluster, target);
    await copyWal({ cluster, target }, () => true);
  } finally {
    await lock.release();
  }
}

type Copy = { cluster: string; target: string };

/** Returns null for the error of a folder whose lock another process holds. */
function onlyInUse(error: unknown): null {
  if (error instanceof StartError) return null;
  throw error;
}

async function copyRunning(dataDir: string, copy: Copy): Promise<void> {
  const url = await runningPostgresUrl(dataDir);
  if (url === null)
    throw new StartError(`the database in ${copy.cluster} is starting or stopping; try again`);
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await copyInSession(sql, copy);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function copyInSession(sql: postgres.Sql, { cluster, target }: Copy): Promise<void> {
  // All statements must use one session, which owns the backup and the slot.
  const session = await sql.reserve();
  try {
    // Until the session ends, the server keeps the WAL that is written from now on.
    const slot = `shotclock_backup_${process.pid}_${Date.now()}`;
    await session`select pg_create_physical_replication_slot(${slot}, true, true)`;
    const [begun] = await session<
      { segment: string }[]
    >`select pg_walfile_name(pg_backup_start('shotclock', fast => true)) as segment`;
    await copyFolder(cluster, target);
    const [ended] = await session<{ segment: string; label: string }[]>`
      select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`;
    await copyWal(
      { cluster, target },
      (name) => timelineHistory.test(name) || (name >= begun!.segment && name <= ended!.segment),
    );
    // Written last: without this file, recovery would start at the last checkpoint, which is too late.
    await writeFile(join(target, 'backup_label'), ended!.label, { mode: 0o600, flush: true });
  } finally {
    session.release();
  }
}

/** Copies all files except WAL segments. Tables can be dropped meanwhile: recovery handles their missing files. */
async function copyFolder(source: string, target: string): Promise<void> {
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(to, { mode: 0o700, recursive: true });
      if (entry.name === walFolder) await mkdir(join(to, 'archive_status'), { mode: 0o700, recursive: true });
      else if (!emptiedFolders.has(entry.name)) await orMissing(copyFolder(from, to));
    } else if (entry.isFile() && !filesOfServer.has(entry.name)) await orMissing(copyToDisk(from, to));
  }
}

async function copyWal({ cluster, target }: Copy, isNeeded: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(join(cluster, walFolder)))
    if ((walSegment.test(name) || timelineHistory.test(name)) && isNeeded(name))
      await copyToDisk(join(cluster, walFolder, name), join(target, walFolder, name));
}

/** Copies the file, and waits until the copy is on the disk. */
export async function copyToDisk(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await using file = await open(to, 'r+');
  await file.chmod(0o600);
  await file.sync();
}

/** Resolves even if the file or folder was deleted. */
async function orMissing(copied: Promise<void>): Promise<void> {
  await copied.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
