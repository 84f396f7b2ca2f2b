import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseRedisUrl, type RedisAddress } from '@shotclock/runtime';
import type { ConnectionOptions, RedisOptions } from 'bullmq';
import { Cluster, type ClusterOptions } from 'ioredis';

const maxReconnectDelayMs = 2_000;

type Limits = Partial<
  Pick<RedisOptions, 'commandTimeout' | 'connectTimeout' | 'maxRetriesPerRequest' | 'enableOfflineQueue'>
>;

export type QueueRedisConnection = {
  /** Options that BullMQ uses to open its connections, or a cluster client that BullMQ uses and duplicates. */
  connection: ConnectionOptions;
  /** Closes the client. Closes the cluster client, which BullMQ leaves open because it did not create the client. */
  disconnect(): void;
};

export function redisConnection(url: string, limits: Limits): QueueRedisConnection {
  const address = parseRedisUrl(url);
  if (address.mode === 'cluster') {
    // BullMQ opens the connection.
    const cluster = new Cluster([...address.hosts], {
      ...clusterOptions(address, limits),
      lazyConnect: true,
    });
    // BullMQ adds its own listener to the clients that it uses.
    cluster.on('error', () => undefined);
    return { connection: cluster, disconnect: () => cluster.disconnect() };
  }
  return { connection: clientOptions(address, limits), disconnect: () => undefined };
}

/** The client options for a single server, whose address may be provided by Sentinels. */
export function clientOptions(address: RedisAddress, limits: Limits): RedisOptions {
  const { mode, hosts, user, password, database, service, sentinelLogin } = address;
  const tls = tlsOptions(address);
  const common: RedisOptions = {
    ...{ username: user, password, tls, ...limits },
    ...{ db: database, retryStrategy: reconnectDelayMs },
  };
  return mode === 'sentinel'
    ? {
        ...common,
        sentinels: [...hosts],
        name: service,
        sentinelUsername: sentinelLogin.user,
        sentinelPassword: sentinelLogin.password,
        sentinelRetryStrategy: reconnectDelayMs,
        sentinelTLS: tls,
        enableTLSForSentinelMode: tls !== undefined,
      }
    : { ...common, ...hosts[0] };
}

/** The client options for a cluster. */
export function clusterOptions(address: RedisAddress, limits: Limits): ClusterOptions {
  const tls = tlsOptions(address);
  const redisOptions: RedisOptions = { username: address.user, password: address.password, tls, ...limits };
  return {
    clusterRetryStrategy: reconnectDelayMs,
    // Certificates are issued for the names that the nodes announce, not for the IP addresses of these names.
    ...(redisOptions.tls ? { dnsLookup: (host, callback) => callback(null, host) } : {}),
    redisOptions,
  };
}

function tlsOptions({ mode, hosts, tls }: RedisAddress): RedisOptions['tls'] {
  if (tls === null) return undefined;
  const { ca, cert, key } = tls;
  const host = hosts[0]!.host;
  return {
    ...(ca ? { ca: readFileSync(ca) } : {}),
    ...(cert ? { cert: readFileSync(cert) } : {}),
    ...(key ? { key: readFileSync(key) } : {}),
    // Node.js sends the host name to the server (SNI) only if `servername` is set.
    ...(mode === 'single' && isIP(host) === 0 ? { servername: host } : {}),
  };
}

function reconnectDelayMs(times: number): number {
  return Math.min(times * 200, maxReconnectDelayMs);
}
