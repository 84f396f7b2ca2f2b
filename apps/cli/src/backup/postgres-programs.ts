import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parsePostgresUrl, processEnv, StartError } from '@shotclock/runtime';

const run = promisify(execFile);

/**
 * Writes an archive of the database to a new file.
 * @param serverMajor major version of the server
 * @throws StartError if pg_dump is missing, older than the server, or fails
 */
export async function dumpDatabase(url: string, file: string, serverMajor: number): Promise<void> {
  await requireProgram('pg_dump', serverMajor);
  await runProgram('pg_dump', ['--format=custom', '--no-owner', '--no-acl', '--file', file], url);
}

/**
 * Restores an archive into an empty database, in one transaction.
 * @throws StartError if pg_restore is missing, or fails
 */
export async function restoreDump(url: string, file: string): Promise<void> {
  await requireProgram('pg_restore', 0);
  const options = ['--no-owner', '--no-acl', '--exit-on-error', '--single-transaction'];
  await runProgram('pg_restore', [...options, '--dbname', parsePostgresUrl(url).database, file], url);
}

/** @throws StartError if the program is not installed, or its major version is below `minimum` */
async function requireProgram(name: string, minimum: number): Promise<void> {
  const output = await run(name, ['--version']).catch((cause: unknown) => {
    throw new StartError(
      `${name} is not installed; install the PostgreSQL client (Debian and Ubuntu: postgresql-client)`,
      { cause },
    );
  });
  const major = Number(/(\d+)/.exec(output.stdout)?.[1]);
  if (major < minimum)
    throw new StartError(
      `${name} has version ${major}, but the server has version ${minimum}; install the PostgreSQL client ${minimum} (Debian and Ubuntu: postgresql-client-${minimum})`,
    );
}

/** The address is in variables, because other users can read the arguments of a process. */
async function runProgram(name: string, args: readonly string[], url: string): Promise<void> {
  await run(name, args, { env: { ...processEnv(), ...connectionVariables(url) } }).catch(
    (cause: { stderr?: string }) => {
      const lines = (cause.stderr ?? '').trim().split('\n');
      throw new StartError(`${name} failed: ${lines.find((line) => /error/i.test(line)) ?? lines[0]}`, {
        cause,
      });
    },
  );
}

/** The variables of libpq (PostgreSQL documentation, "Environment Variables") for the database. */
function connectionVariables(url: string): Record<string, string> {
  const address = parsePostgresUrl(url);
  const { mode, rootCert, client } = address.tls;
  if (client?.password !== undefined)
    throw new StartError('pg_dump and pg_restore cannot use a key with a password (sslpassword)');
  return {
    PGHOST: address.hosts.map(({ host }) => host).join(),
    PGPORT: address.hosts.map(({ port }) => port).join(),
    PGUSER: address.user,
    PGDATABASE: address.database,
    PGCONNECT_TIMEOUT: String(Math.ceil(address.connectTimeoutMs / 1_000)),
    PGTARGETSESSIONATTRS: address.targetSessionAttrs,
    PGSSLMODE: mode,
    ...(address.password !== undefined && { PGPASSWORD: address.password }),
    ...(address.options !== undefined && { PGOPTIONS: address.options }),
    ...(rootCert !== null && { PGSSLROOTCERT: rootCert }),
    ...(client !== null && { PGSSLCERT: client.cert, PGSSLKEY: client.key }),
  };
}
