// backup/
//   backup.json            written last; names the database of the last complete backup
//   database-<time>/       a copy of the embedded cluster and its password file, or `shotclock.dump` of pg_dump
//   objects/               all objects, as in the `objects` folder of DATA_DIR; the next backup only adds what is new
//   secrets.key            only with --include-secrets-key
//   backup.lock            only during a backup
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@shotclock/runtime';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import manifest from '../../package.json' with { type: 'json' };

/** The version of the program, which writes and reads backups. */
export const programVersion = manifest.version;

const Backup = Type.Object({
  format: Type.Literal(1),
  /** The version of Shotclock that made the backup. */
  version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' }),
  completedAt: Type.String(),
  /** `cluster`: files of an embedded Postgres; `dump`: an archive of pg_dump. */
  database: Type.Object({
    kind: Type.Union([Type.Literal('cluster'), Type.Literal('dump')]),
    folder: Type.String({ pattern: '^database-[\\w-]+$' }),
  }),
  objects: Type.Object({ count: Type.Integer(), bytes: Type.Integer() }),
});
export type Backup = Static<typeof Backup>;

export const backupPaths = (folder: string) => ({
  description: join(folder, 'backup.json'),
  objects: join(folder, 'objects'),
  secretsKey: join(folder, 'secrets.key'),
  lock: join(folder, 'backup.lock'),
});

export const databasePaths = (folder: string, { database }: Pick<Backup, 'database'>) => ({
  cluster: join(folder, database.folder, 'cluster'),
  passwordFile: join(folder, database.folder, 'password'),
  dump: join(folder, database.folder, 'shotclock.dump'),
});

/**
 * Reads what the last complete backup in the folder contains; null if there is none.
 * @throws StartError if the description cannot be read or was written by a later version
 */
export async function findBackup(folder: string): Promise<Backup | null> {
  const { description } = backupPaths(folder);
  const text = await readFile(description, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${description} cannot be read (${error.code})`, { cause: error });
  });
  if (text === null) return null;
  const backup = parse(text);
  if (!Value.Check(Backup, backup))
    throw new StartError(`${description} does not describe a backup that version ${programVersion} can read`);
  if (isLater(backup.version, programVersion))
    throw new StartError(
      `the backup in ${folder} was made by Shotclock ${backup.version}, which is later than this version ${programVersion}; use ${backup.version} or later`,
    );
  return backup;
}

/** Replaces the description. From now on, the backup is complete. */
export async function writeBackup(folder: string, backup: Backup): Promise<void> {
  const { description } = backupPaths(folder);
  await writeFile(`${description}.new`, `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${description}.new`, description);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isLater(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  );
  const at = left!.findIndex((part, index) => part !== right![index]);
  return at !== -1 && left![at]! > right![at]!;
}
