/** The queue's server. */
export type QueueConnection = {
  backend: 'redis' | 'postgres';
  url: string;
  /** Prefix of the keys in Redis. In Postgres, the queue has its own schema. */
  namespace: string;
};

/** Selects the backend: Redis when `redisUrl` is set, otherwise the database. */
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
