import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { clusterFolder } from './accessible-folders.ts';
import { postgresIdentity } from './identity.ts';

/** The line of postmaster.pid that contains the port. */
const portLine = 3;

/**
 * Returns the URL, with credentials, of the `shotclock` database in the embedded Postgres that runs on `dataDir`; null if
 * Postgres is not running or belongs to another user.
 */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const folder = resolve(dataDir);
  const cluster = await clusterFolder(await postgresIdentity(), folder);
  const [pidFile, password] = await Promise.all(
    [join(cluster, 'postmaster.pid'), `${folder}.password`].map((file) =>
      readFile(file, 'utf8').catch(() => null),
    ),
  );
  const port = pidFile?.split('\n')[portLine]?.trim();
  return port && password ? postgresUrl({ password: password.trim(), port, database: 'shotclock' }) : null;
}

export const postgresUrl = ({
  password,
  port,
  database,
}: {
  password: string;
  port: number | string;
  database: string;
}): string => `postgres://shotclock:${password}@127.0.0.1:${port}/${database}`;
