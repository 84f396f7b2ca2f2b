import { parsePostgresUrl, StartError } from '@shotclock/runtime';

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOENT: 'there is no socket',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no response',
  CONNECT_TIMEOUT: 'no response',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
};

/** Creates the error for an unavailable database. The message contains only the hosts and ports of the URL. */
export function unreachableDatabase(url: string, cause: unknown): StartError {
  const hosts = parsePostgresUrl(url).hosts.map(({ host, port }) =>
    host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  const { code = '', message = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  return new StartError(
    `The database at ${hosts.join(', ')} cannot be reached: ${reasons[code] ?? message}.`,
    {
      cause,
    },
  );
}
