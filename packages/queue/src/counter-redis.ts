import { parseRedisUrl } from '@shotclock/runtime';
import { Cluster, Redis } from 'ioredis';
import { clientOptions, clusterOptions } from './redis-connection.ts';

/** A command that takes longer fails: requests wait for it. */
const commandTimeoutMs = 250;
const connectTimeoutMs = 1_000;

/**
 * A client of Redis for counters that several processes share. While Redis is unavailable, each command fails at once, and the client
 * keeps trying to connect. The caller disconnects it.
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
  // The failing commands say the same.
  client.on('error', () => undefined);
  return client;
}
