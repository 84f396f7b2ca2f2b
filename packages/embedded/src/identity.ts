import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { canDropRoot, StartError } from '@shotclock/runtime';

const run = promisify(execFile);
const accountName = 'postgres';

/** The user that runs Postgres, because Postgres refuses to run as root. */
export type Identity = {
  /** Arguments before the command, such as `unshare` with its options. */
  prefix: readonly string[];
  /** The user that runs the process and must own its files; undefined for the user of this process. */
  user?: { uid: number; gid: number };
};

type Account = {
  name: string;
  uid: number;
  gid: number;
};

/**
 * Returns the identity for a new cluster. If this process does not run as root, Postgres runs as the same user. Otherwise,
 * Postgres runs in a user namespace if the system permits them, or else as the user `postgres`, which is created if necessary.
 * @throws StartError if the user `postgres` is required but cannot be created
 */
export async function postgresIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  if (await canDropRoot()) {
    const { uid, gid } = await findUnprivilegedAccount();
    return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'] };
  }
  return { prefix: [], user: (await findAccount(accountName)) ?? (await createAccount()) };
}

/**
 * Returns the identity for a folder that may already exist. If an unprivileged user owns the folder, Postgres must run as
 * that user. Otherwise, the result is `identity`.
 */
export async function identityForFolder(identity: Identity, folder: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return identity;
  const owner = await stat(folder).catch(() => undefined);
  return owner && owner.uid !== 0 ? { prefix: [], user: { uid: owner.uid, gid: owner.gid } } : identity;
}

/** The program, arguments and options that make `spawn` run `command` as `identity`. */
export function commandAs(identity: Identity, command: string, args: readonly string[]) {
  const [program = command, ...rest] = [...identity.prefix, command, ...args];
  // The other user may not have access to this process's working directory.
  return { program, args: rest, options: { cwd: '/', ...identity.user } };
}

/** Whether `command` can be run as `identity` and exits with 0. */
export async function commandSucceeds(
  identity: Identity,
  command: string,
  commandArgs: string[],
): Promise<boolean> {
  const { program, args, options } = commandAs(identity, command, commandArgs);
  return run(program, args, options).then(
    () => true,
    () => false,
  );
}

async function listAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

async function findAccount(name: string): Promise<Account | undefined> {
  return (await listAccounts()).find((account) => account.name === name && account.uid !== 0);
}

/** initdb rejects user IDs without a name, so root must be mapped to a user in /etc/passwd. */
async function findUnprivilegedAccount(): Promise<Account> {
  const found = (await listAccounts()).findLast((account) => account.uid > 0);
  return found ?? { name: 'nobody', uid: 65_534, gid: 65_534 };
}

async function createAccount(): Promise<Account> {
  // The first command is from shadow-utils, the second from BusyBox.
  const commands: [string, ...string[]][] = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', accountName],
    ['adduser', '-S', '-D', '-H', accountName],
  ];
  for (const [command, ...args] of commands) {
    const created = await run(command, args).then(
      () => findAccount(accountName),
      () => undefined,
    );
    if (created) return created;
  }
  throw new StartError(
    `Postgres refuses to run as root, and the user '${accountName}' cannot be created; create this user, start Shotclock as a user other than root, or set DATABASE_URL`,
  );
}
