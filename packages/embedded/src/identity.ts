import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { canDropRoot, StartError } from '@shotclock/runtime';

const run = promisify(execFile);
const ACCOUNT = 'postgres';

/** Who Postgres runs as: Postgres refuses root. */
export type Identity = {
  /** What the command line starts with. */
  prefix: readonly string[];
  /** Whom the process becomes and what it must own; undefined: the files stay the caller's. */
  user?: { uid: number; gid: number };
};

type Account = {
  name: string;
  uid: number;
  gid: number;
};

/**
 * An ordinary caller is itself. Root runs Postgres in a user namespace where that is permitted, otherwise as the user
 * `postgres`, which is created when it is missing.
 */
export async function postgresIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  if (await canDropRoot()) {
    const { uid, gid } = await anyOrdinaryAccount();
    return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'] };
  }
  return { prefix: [], user: (await accountNamed(ACCOUNT)) ?? (await createAccount()) };
}

/** The identity for a folder that exists: files that an ordinary user wrote earlier can be used by that user alone. */
export async function identityForFolder(identity: Identity, folder: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return identity;
  const owner = await stat(folder).catch(() => undefined);
  return owner && owner.uid !== 0 ? { prefix: [], user: { uid: owner.uid, gid: owner.gid } } : identity;
}

/** The program, arguments and options with which `spawn` starts `command` as `identity`. */
export function asIdentity(identity: Identity, command: string, args: readonly string[]) {
  const [program = command, ...rest] = [...identity.prefix, command, ...args];
  // The caller's folder may be one that the other user cannot enter.
  return { program, args: rest, options: { cwd: '/', ...identity.user } };
}

/** Whether `command` can be started as `identity` and ends with 0. */
export async function succeeds(identity: Identity, command: string, args: string[]): Promise<boolean> {
  const { program, args: all, options } = asIdentity(identity, command, args);
  return run(program, all, options).then(
    () => true,
    () => false,
  );
}

async function accounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

async function accountNamed(name: string): Promise<Account | undefined> {
  return (await accounts()).find((account) => account.name === name && account.uid !== 0);
}

/** initdb refuses a user id that has no name, so the id that root is mapped to must be one of /etc/passwd. */
async function anyOrdinaryAccount(): Promise<Account> {
  const found = (await accounts()).findLast((account) => account.uid > 0);
  return found ?? { name: 'nobody', uid: 65_534, gid: 65_534 };
}

async function createAccount(): Promise<Account> {
  const attempts: [string, ...string[]][] = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT],
    ['adduser', '-S', '-D', '-H', ACCOUNT],
  ];
  for (const [command, ...args] of attempts) {
    const created = await run(command, args).then(
      () => accountNamed(ACCOUNT),
      () => undefined,
    );
    if (created) return created;
  }
  throw new StartError(
    `Postgres does not run as root, and a user '${ACCOUNT}' could not be created: create one, start Shotclock as an ordinary user, or set DATABASE_URL.`,
  );
}
