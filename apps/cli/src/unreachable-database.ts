import { parsePostgresUrl, StartError } from '@shotclock/runtime';
import { connectionFault } from './connection-faults.ts';

/** Creates the error for an unavailable database. The message contains only the hosts and ports of the URL. */
export function unreachableDatabase(url: string, cause: unknown): StartError {
  const hosts = parsePostgresUrl(url).hosts.map(({ host, port }) =>
    host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  return new StartError(`The database at ${hosts.join(', ')} cannot be reached: ${connectionFault(cause)}.`, {
    cause,
    remedy: 'Check that Postgres runs, and the host, port, user and password in DATABASE_URL.',
  });
}
