import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@shotclock/runtime';
import { asIdentity, type Identity } from './identity.ts';

const run = promisify(execFile);

export type ClusterOptions = {
  identity: Identity;
  programs: string;
  /** Postgres's own data directory. */
  cluster: string;
  /** Holds the password of the user `shotclock`; readable by the caller alone. */
  passwordFile: string;
  durable: boolean;
};

/**
 * Creates the cluster when its folder is missing or empty: in a folder beside it that is renamed at the end, so that a
 * start which was killed half-way leaves nothing that looks finished.
 * @returns the password of the user `shotclock`
 * @throws StartError when the folder holds something else, it or its password is lost, or it cannot be created
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { cluster, passwordFile } = options;
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) {
    // A password without its cluster, and without one that was about to take that place, is what a deleted folder leaves.
    const [hadCluster, halfWay] = await Promise.all([exists(passwordFile), exists(`${cluster}.new`)]);
    if (hadCluster && !halfWay) {
      throw new StartError(
        `The database in ${cluster} is gone, but its password is still in ${passwordFile}: put the folder back from a backup, or remove that file to start anew with an empty database.`,
      );
    }
    return createCluster(options);
  }
  if (!entries.includes('PG_VERSION')) {
    throw new StartError(
      `The data directory ${cluster} holds files that are no Postgres data: empty it, or set DATA_DIR to another folder.`,
    );
  }
  const password = await readFile(passwordFile, 'utf8').catch((cause: unknown) => {
    throw new StartError(
      `The password of the database in ${cluster} cannot be read from ${passwordFile}: restore that file, or remove both to start anew.`,
      { cause },
    );
  });
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
  const { program, args, options } = asIdentity(identity, join(programs, 'bin', 'initdb'), [
    ...['--pgdata', join(staging, 'data'), '--username', 'shotclock', '--pwfile', pwfile],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-instructions'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  await run(program, args, options).catch((cause: { stderr?: string }) => {
    throw new StartError(
      `The database cannot be created in ${cluster}: ${faultIn(cause.stderr ?? '')}. Make room there, or set DATA_DIR to another folder.`,
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

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** The line of initdb's that tells what went wrong. */
function faultIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'initdb failed';
}
