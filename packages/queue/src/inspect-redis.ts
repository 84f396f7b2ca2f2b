import { withTimeout } from '@shotclock/runtime';
import { Cluster } from 'ioredis';
import { openCounterRedis } from './counter-redis.ts';

const connectTimeoutMs = 8_000;

export type RedisFacts = {
  /** For example `Valkey 8.1.1`. */
  server: string;
  /** What the server does when its memory is full; null if it does not say so. */
  maxmemoryPolicy: string | null;
};

/**
 * Reads the version and the policy of the Redis server at `url`, or of a node of its cluster.
 * @throws Error from the connection
 */
export async function inspectRedis(url: string): Promise<RedisFacts> {
  const client = openCounterRedis(url);
  const lastError = new Promise<never>((_, reject) => client.once('error', reject));
  lastError.catch(() => undefined);
  try {
    const ready = new Promise((resolve) => client.once('ready', resolve));
    await withTimeout(Promise.race([ready, lastError]), connectTimeoutMs);
    const node = client instanceof Cluster ? client.nodes('master')[0]! : client;
    const info = await node.info();
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
    const valkey = field('valkey_version');
    return {
      server: valkey ? `Valkey ${valkey}` : `Redis ${field('redis_version') ?? 'of an unknown version'}`,
      maxmemoryPolicy: field('maxmemory_policy') ?? null,
    };
  } finally {
    client.disconnect();
  }
}
