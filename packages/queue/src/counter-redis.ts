import { parseRedisUrl } from '@shotclock/runtime';
import { Cluster, Redis } from 'ioredis';
import { clientOptions, clusterOptions } from './redis-connection.ts';

/** Slower commands fail, because requests wait for them. */
const commandTimeoutMs = 250;
const connectTimeoutMs = 1_000;

/**
 * Creates a Redis client for counters that several processes share. While Redis is unavailable, commands fail immediately and the
 * client keeps trying to connect. The caller must disconnect the client.
 */
export function openCounterRedis(url: string): Redis | Cluster {
  const address = parseRedisUrl(url);
  const limits = {
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  };
  const client =
    address.mode === 'cluster'
      ? new Cluster([...address.hosts], { ...clusterOptions(address, limits), enableOfflineQueue: false })
      : new Redis(clientOptions(address, limits));
  // Failing commands report the same error.
  client.on('error', () => undefined);
  return client;
}
