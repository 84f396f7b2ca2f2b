/** Where the queue lives. */
export type QueueConnection = {
  backend: 'redis' | 'postgres';
  url: string;
  /** Keeps the keys of one Shotclock apart from what else a Redis holds; a Postgres queue lives in its own schema. */
  namespace: string;
};

/** The one switch between the backends: Redis when `redisUrl` is set, otherwise the database itself. */
export function queueConnection({
  databaseUrl,
  redisUrl,
  namespace = 'shotclock',
}: {
  databaseUrl: string;
  redisUrl?: string | null | undefined;
  namespace?: string;
}): QueueConnection {
  return redisUrl
    ? { backend: 'redis', url: redisUrl, namespace }
    : { backend: 'postgres', url: databaseUrl, namespace };
}
