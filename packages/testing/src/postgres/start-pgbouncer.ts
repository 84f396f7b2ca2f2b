import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopWithParent } from '@shotclock/embedded';
import { eventually } from '../eventually.ts';
import { acceptsConnections, findUser } from './installed-postgres.ts';

/** The program from Debian's `pgbouncer` package. */
export const pgbouncerProgram = '/usr/sbin/pgbouncer';

/**
 * Starts PgBouncer in session mode in front of the server at `target`. It accepts every user without a password.
 * @param settings lines of pgbouncer.ini
 */
export async function startPgbouncer(
  target: string,
  settings: string[] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-test-pgbouncer-'));
  const { hostname, port: targetPort, username, password, pathname } = new URL(target);
  const server = `host=${hostname} port=${targetPort} user=${username} password=${password}`;
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    ...['[databases]', `* = ${server}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = any', 'pool_mode = session', ...settings],
  ];
  await writeFile(file, lines.join('\n'));
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? await findUser('postgres') : undefined;
  if (user) for (const path of [folder, file]) await chown(path, user.uid, user.gid);
  const child = spawn(pgbouncerProgram, ['-q', file], { ...user, cwd: folder, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const stopWatcher = stopWithParent(child.pid as number);
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  await eventually(() => acceptsConnections(url), { what: 'a connection to PgBouncer' });
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      stopWatcher();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
