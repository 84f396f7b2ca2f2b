// The objects are restored first and the database last, so an interrupted restore leaves no database that refers to missing objects.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSchemaMismatch, serverOf } from '@shotclock/db';
import { restoreCluster, startEmbeddedPostgres } from '@shotclock/embedded';
import { emptyQueue, queueConnection } from '@shotclock/queue';
import {
  type Config,
  createPrivateFolder,
  exists,
  type Logger,
  StartError,
  secretsKeyFile,
} from '@shotclock/runtime';
import { createFilesystemStore, createObjectStore, type ObjectStore } from '@shotclock/storage';
import { type Backup, backupPaths, databasePaths, findBackup } from './backup-folder.ts';
import { type CopiedObjects, copyFromFolder } from './copy-objects.ts';
import { openAnyDatabase } from './open-any-database.ts';
import { restoreDump } from './postgres-programs.ts';

export type Restored = {
  backup: Backup;
  copied: CopiedObjects;
  /** Whether stored secrets can be decrypted only with the `secrets.key` of the original, which is not in the backup. */
  lacksSecretsKey: boolean;
};

/**
 * Restores a backup into an empty database and an empty object store, and empties the queue.
 * @param options.keepObjects also accepts an object store with content, and keeps it
 * @throws StartError if the backup is incomplete or of a later version, or the target has content, which is then unchanged
 */
export async function restoreBackup(
  folder: string,
  config: Config<'cli'>,
  { keepObjects, logger }: { keepObjects: boolean; logger: Logger },
): Promise<Restored> {
  const backup = await findBackup(folder);
  if (backup === null)
    throw new StartError(
      `${folder} contains no complete backup; choose the folder of a backup that has ended`,
    );
  const target = createObjectStore(config);
  await requireMatchingKind(backup, config);
  if (!keepObjects) await requireNoObjects(target);
  if (config.databaseUrl === null) await createPrivateFolder(config.dataDir);

  const paths = backupPaths(folder);
  const source = { store: createFilesystemStore(paths.objects), folder: paths.objects };
  const copied = await copyFromFolder(source, target);
  const keyFile = secretsKeyFile(config.dataDir);
  if (config.secretsKeys === null && (await exists(paths.secretsKey)) && !(await exists(keyFile))) {
    await createPrivateFolder(config.dataDir);
    await copyFile(paths.secretsKey, keyFile);
  }
  await restoreDatabase(databasePaths(folder, backup), config, logger);
  const { databaseUrl, redisUrl } = config;
  if (databaseUrl !== null && redisUrl !== null) await emptyQueue(queueConnection({ databaseUrl, redisUrl }));
  const lacksSecretsKey = config.secretsKeys === null && !(await exists(keyFile));
  return { backup, copied, lacksSecretsKey };
}

/** @throws StartError if the backup cannot be restored into the configured database, or the database has content */
async function requireMatchingKind(
  { database }: Backup,
  { databaseUrl, dataDir }: Config<'cli'>,
): Promise<void> {
  if (database.kind === 'cluster') {
    if (databaseUrl !== null)
      throw new StartError(
        'the backup is of an embedded database, which cannot be restored into DATABASE_URL; unset DATABASE_URL, restore into an empty DATA_DIR, start the system, and copy its database with pg_dump',
      );
    if (await exists(join(dataDir, 'postgres')))
      throw new StartError(
        `${dataDir} already contains a database, which a restore would replace; set DATA_DIR to an empty folder`,
      );
    return;
  }
  if (databaseUrl === null)
    throw new StartError(
      'the backup is a dump of an external database; set DATABASE_URL to an empty database',
    );
  const { isEmpty } = await openAnyDatabase(databaseUrl, serverOf);
  if (!isEmpty)
    throw new StartError(
      'the database at DATABASE_URL already has tables, which a restore would mix with its own; create an empty database with createdb',
    );
}

async function requireNoObjects(target: ObjectStore): Promise<void> {
  const [first] = await target.list({ limit: 1 });
  if (first !== undefined)
    throw new StartError(
      'the object store already has content; use an empty folder or bucket. With --keep-objects, a restore keeps the content, for example of an interrupted restore: never while another database still uses it',
    );
}

/** @throws StartError if the restored database does not start or is newer than this version */
async function restoreDatabase(
  paths: ReturnType<typeof databasePaths>,
  { databaseUrl, dataDir }: Config<'cli'>,
  logger: Logger,
): Promise<void> {
  if (databaseUrl !== null) {
    await restoreDump(databaseUrl, paths.dump);
    return requireUsableSchema(databaseUrl);
  }
  const cluster = join(dataDir, 'postgres');
  await restoreCluster(cluster, { folder: paths.cluster, passwordFile: paths.passwordFile });
  // Recovers the state at the end of the backup, so that a damaged copy is found now.
  const server = await startEmbeddedPostgres({ dataDir: cluster, logger });
  try {
    await requireUsableSchema(server.url);
  } finally {
    await server.stop();
  }
}

async function requireUsableSchema(url: string): Promise<void> {
  const mismatch = await openAnyDatabase(url, (db) => findSchemaMismatch(db.orm));
  // The next start migrates an older database.
  if (mismatch !== null && mismatch.kind !== 'older') throw new StartError(mismatch.message);
}
