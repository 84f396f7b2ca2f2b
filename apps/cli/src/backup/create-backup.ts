// The database is copied first and the objects last. Objects that records refer to are deleted only after OBJECT_GRACE_HOURS, so the
// objects contain everything that the copied database refers to.
import { copyFile, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { readStoreOwner } from '@shotclock/core';
import { serverOf } from '@shotclock/db';
import { copyCluster, lockFile } from '@shotclock/embedded';
import { type Config, createPrivateFolder, exists, StartError, secretsKeyFile } from '@shotclock/runtime';
import { createFilesystemStore, createObjectStore, type ObjectStore } from '@shotclock/storage';
import {
  type Backup,
  backupPaths,
  databasePaths,
  findBackup,
  programVersion,
  writeBackup,
} from './backup-folder.ts';
import { type CopiedObjects, copyToFolder, everyObject } from './copy-objects.ts';
import { openAnyDatabase } from './open-any-database.ts';
import { dumpDatabase } from './postgres-programs.ts';

type Options = { includeSecretsKey: boolean };
type Created = { backup: Backup; copied: CopiedObjects };

/**
 * Makes a backup of the database and of all objects, even while the system runs. An interrupted call leaves the folder's previous backup
 * as it was. Objects that the folder already has are not copied again, and objects that no longer exist are removed at the end.
 * @throws StartError if the folder has other content or a backup of another system, is in use by another backup or inside the data that
 * is copied, or something cannot be copied
 */
export async function createBackup(
  folder: string,
  config: Config<'cli'>,
  options: Options,
): Promise<Created> {
  await requireOutside(folder, config.dataDir);
  // The next call removes other users' permissions, so it must not receive a folder with other content, such as /tmp.
  if ((await exists(folder)) && (await findBackup(folder)) === null) await requireNoOtherContent(folder);
  await createPrivateFolder(folder);
  const { lock: path } = backupPaths(folder);
  const lock = await lockFile(
    path,
    (pid) => `another backup to ${folder} is in progress (pid ${pid}); try again when it has ended`,
  );
  try {
    return await backUp(folder, config, options);
  } finally {
    await lock.release();
  }
}

async function backUp(
  folder: string,
  config: Config<'cli'>,
  { includeSecretsKey }: Options,
): Promise<Created> {
  const paths = backupPaths(folder);
  const objects = createObjectStore(config);
  const backedUp = createFilesystemStore(paths.objects);
  const previous = await findBackup(folder);
  await requireSameSystem(objects, backedUp);
  const keyFile = secretsKeyFile(config.dataDir);
  if (includeSecretsKey && !(await exists(keyFile)))
    throw new StartError(
      `${keyFile} does not exist; store SECRETS_KEYS separately, without --include-secrets-key`,
    );
  const database: Backup['database'] = {
    kind: config.databaseUrl === null ? 'cluster' : 'dump',
    folder: `database-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`,
  };
  // A backup that failed or was interrupted leaves an incomplete copy.
  await removeDatabases(folder, previous?.database.folder);
  await mkdir(join(folder, database.folder), { mode: 0o700 });
  await copyDatabase(databasePaths(folder, { database }), config);
  const copied = await copyToFolder(objects, paths.objects);
  if (includeSecretsKey) await copyFile(keyFile, paths.secretsKey);
  else await rm(paths.secretsKey, { force: true });
  const { count, bytes } = copied;
  const completedAt = new Date().toISOString();
  const backup: Backup = {
    format: 1,
    version: programVersion,
    completedAt,
    database,
    objects: { count, bytes },
  };
  await writeBackup(folder, backup);

  await removeDatabases(folder, database.folder);
  await removeDeleted(objects, backedUp);
  return { backup, copied };
}

/** @throws StartError if the folder is inside the database or the objects, so that the backup would copy itself */
async function requireOutside(folder: string, dataDir: string): Promise<void> {
  const target = await realPath(folder);
  for (const name of ['postgres', 'objects']) {
    const source = join(await realPath(dataDir), name);
    if (!relative(source, target).startsWith('..'))
      throw new StartError(`${folder} is inside ${source}, which the backup copies; choose another folder`);
  }
}

/** The path without symbolic links, also of a folder that does not exist yet. */
async function realPath(path: string): Promise<string> {
  if (await exists(path)) return realpath(path);
  return join(await realPath(dirname(path)), basename(path));
}

/** Deletes all copies of the database except one. */
async function removeDatabases(folder: string, except: string | undefined): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('database-') && name !== except)
      await rm(join(folder, name), { recursive: true, force: true });
}

/** @throws StartError if the folder has the objects of another system, which the backup would delete */
async function requireSameSystem(objects: ObjectStore, backedUp: ObjectStore): Promise<void> {
  const previous = await readStoreOwner(backedUp);
  if (previous !== null && previous !== (await readStoreOwner(objects)))
    throw new StartError(
      'the folder contains a backup of another system; check DATA_DIR and DATABASE_URL, or choose another folder',
    );
}

/** @throws StartError if the folder contains anything but what an interrupted backup or a new file system has */
async function requireNoOtherContent(folder: string): Promise<void> {
  const own =
    /^(?:database-[\w-]+|objects|secrets\.key|backup\.json\.new|backup\.lock(?:\.[\w-]+)?|lost\+found)$/;
  const other = (await readdir(folder)).find((name) => !own.test(name));
  if (other !== undefined)
    throw new StartError(
      `${folder} contains other files (${other}); choose an empty folder or a previous backup`,
    );
}

async function copyDatabase(
  paths: ReturnType<typeof databasePaths>,
  { databaseUrl, dataDir }: Config<'cli'>,
): Promise<void> {
  if (databaseUrl !== null) {
    const { majorVersion } = await openAnyDatabase(databaseUrl, serverOf);
    return dumpDatabase(databaseUrl, paths.dump, majorVersion);
  }
  const cluster = join(dataDir, 'postgres');
  await copyCluster(cluster, paths.cluster);
  await copyFile(`${cluster}.password`, paths.passwordFile);
}

/** Deletes the objects that the store no longer has from the backup. Both list their keys in the same order. */
async function removeDeleted(store: ObjectStore, backup: ObjectStore): Promise<void> {
  const kept = everyObject(store);
  let next = await kept.next();
  const gone: string[] = [];
  for await (const { key } of everyObject(backup)) {
    while (!next.done && next.value.key < key) next = await kept.next();
    if (next.done || next.value.key !== key) gone.push(key);
  }
  while (gone.length > 0) await backup.delete(gone.splice(-1_000));
}
