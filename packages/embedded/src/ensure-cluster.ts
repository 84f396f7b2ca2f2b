import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exists, StartError } from '@shotclock/runtime';
import { commandAs, type Identity } from './identity.ts';

const run = promisify(execFile);

export type ClusterOptions = {
  identity: Identity;
  /** The folder of the Postgres programs. */
  programs: string;
  /** The Postgres data directory. */
  cluster: string;
  /**
   * The file that contains the password of the database user `shotclock`. Only the user that runs this process can read
   * it.
   */
  passwordFile: string;
  durable: boolean;
};

/**
 * Creates the cluster if its folder is missing or empty. The cluster is created in a temporary folder, which is renamed
 * at the end. A start that is killed halfway therefore does not leave an incomplete cluster.
 * @returns the password of the database user `shotclock`
 * @throws StartError when the folder contains other files, the cluster or its password is missing, or the cluster cannot be
 * created
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { cluster, passwordFile } = options;
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) {
    // A password file without a cluster remains if the cluster was deleted or if the process was killed before the
    // rename.
    const [hasPassword, wasKilled] = await Promise.all([exists(passwordFile), exists(`${cluster}.new`)]);
    if (hasPassword && !wasKilled) {
      throw new StartError(
        `the database in ${cluster} is missing, but its password is still in ${passwordFile}; restore the folder from a backup, or delete the password file to start with an empty database`,
      );
    }
    return createCluster(options);
  }
  if (!entries.includes('PG_VERSION')) {
    throw new StartError(
      `the folder ${cluster} contains files that are not Postgres data; empty it, or set DATA_DIR to another folder`,
    );
  }
  const password = await readFile(passwordFile, 'utf8').catch((cause: unknown) => {
    throw new StartError(
      `the password of the database in ${cluster} cannot be read from ${passwordFile}; restore the file from a backup, or delete the folder and the file to start with an empty database`,
      { cause },
    );
  });
  // A restored backup may have different permissions.
  await chmod(passwordFile, 0o600);
  return password.trim();
}

async function createCluster({ identity, programs, cluster, passwordFile, durable }: ClusterOptions) {
  const staging = `${cluster}.new`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700, recursive: true });
  const password = randomBytes(24).toString('hex');
  const pwfile = join(staging, 'password');
  await writeFile(pwfile, password, { mode: 0o600 });
  const { user } = identity;
  if (user) await Promise.all([staging, pwfile].map((path) => chown(path, user.uid, user.gid)));
  const { program, args, options } = commandAs(identity, join(programs, 'bin', 'initdb'), [
    ...['--pgdata', join(staging, 'data'), '--username', 'shotclock', '--pwfile', pwfile],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-instructions'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  await run(program, args, options).catch((cause: { stderr?: string }) => {
    throw new StartError(
      `the database cannot be created in ${cluster} (${findError(cause.stderr ?? '')}); free disk space, or set DATA_DIR to another folder`,
      { cause },
    );
  });
  await writeFile(`${passwordFile}.new`, password, { mode: 0o600 });
  await rename(`${passwordFile}.new`, passwordFile);
  await rmdir(cluster).catch(() => undefined);
  await rename(join(staging, 'data'), cluster);
  await rm(staging, { recursive: true, force: true });
  return password;
}

/** Finds the error message in the output of initdb. */
function findError(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'initdb failed';
}
