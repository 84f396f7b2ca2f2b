import { randomUUID } from 'node:crypto';
import {
  createCertificateAuthority,
  eventually,
  redisCommand,
  startRedis,
  startRedisCluster,
  startRedisSentinel,
} from '@shotclock/testing';
import { Redis, type RedisOptions } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { inspectRedis, QueueUnavailableError, queueConnection } from '../src/index.ts';
import { redisConnection } from '../src/redis-connection.ts';
import { job, queueClients } from './queue.fixture.ts';

const clients = queueClients();
const connectionTo = (redisUrl: string, namespace = `test-${randomUUID()}`) =>
  queueConnection({ databaseUrl: 'postgres://unused.invalid/none', redisUrl, namespace });
let stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  await clients.closeAll();
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
});

function startClients(redisUrl: string) {
  const connection = connectionTo(redisUrl);
  const consumer = clients.consumer(connection, { concurrency: 2 });
  consumer.start();
  return { connection, consumer, producer: clients.producer(connection) };
}

describe('Redis with TLS', () => {
  test("jobs are delivered with a client certificate if the client accepts the server's certificate", async () => {
    const [authority, other] = await Promise.all([
      createCertificateAuthority(),
      createCertificateAuthority(),
    ]);
    const certificate = await authority.issue('redis', 'IP:127.0.0.1');
    const redis = await startRedis({ tls: { ca: authority.cert, ...certificate } });
    stops.push(redis.stop);
    const { consumer, producer } = startClients(redis.url);
    await producer.add([job(1)]);
    await eventually(() => consumer.received(1), { what: 'the job' });

    const { url } = redis;
    const otherAuthority = url.replace(encodeURIComponent(authority.cert), encodeURIComponent(other.cert));
    expect([
      await connectOnce(url),
      await connectOnce(otherAuthority),
      await connectOnce(url.replace('127.0.0.1', 'localhost')),
      await connectOnce(url.replace(/&cert=.*/, '')),
    ]).toEqual([
      'PONG',
      expect.stringMatching(/certificate/),
      expect.stringMatching(/does not match certificate/),
      // The server closes the connection, which the client may detect at different steps.
      expect.not.stringMatching('PONG'),
    ]);
  });
});

test('inspectRedis reads the version and the policy', async () => {
  const redis = await startRedis({ settings: { 'maxmemory-policy': 'allkeys-lru' } });
  stops.push(redis.stop);
  expect(await inspectRedis(redis.url)).toEqual({
    server: expect.stringMatching(/^(Redis|Valkey) \d/),
    maxmemoryPolicy: 'allkeys-lru',
  });
  await redis.stop();
  await expect(inspectRedis(redis.url)).rejects.toThrow('ECONNREFUSED');
});

describe('Redis with Sentinel', () => {
  test('jobs are delivered before and after the primary fails', async () => {
    const servers = await startRedisSentinel();
    stops.push(servers.stop);
    const { consumer, producer } = startClients(servers.url);
    await producer.add([job(1)]);
    await eventually(() => consumer.received(1), { what: 'a job of the first primary' });
    await servers.primary.stop();
    await eventually(async () => (await redisCommand(servers.replica.url, 'role')).startsWith('master'), {
      what: 'the failover',
    });
    await eventually(() => producer.add([job(2)]).then(() => true), { what: 'adding a job' });
    await eventually(() => consumer.received(2), { what: 'a job of the new primary' });
  });
});

describe('Redis Cluster', () => {
  test('jobs are delivered, even after an outage of the node that holds the queue', async () => {
    const { nodes, url, stop } = await startRedisCluster();
    stops.push(stop);
    const { connection, consumer, producer } = startClients(url);
    await producer.add([job(1), job(2)]);
    await eventually(() => consumer.received(1) && consumer.received(2), { what: 'two jobs' });

    const keys = await Promise.all(nodes.map((node) => redisCommand(node.url, 'keys', '*')));
    const owners = nodes.filter((_, index) => keys[index] !== '');
    expect(owners).toHaveLength(1);
    expect(keys.join()).toContain(`{${connection.namespace}}:capture:`);

    owners[0]!.pause();
    await expect(producer.add([job(3)])).rejects.toThrow(QueueUnavailableError);
    owners[0]!.resume();
    await eventually(() => producer.add([job(4)]).then(() => true), { what: 'adding a job' });
    await eventually(() => consumer.received(4), { what: 'a job after the outage' });

    await clients.closeAll();
    for (const node of nodes) {
      const noOther = async () =>
        (await redisCommand(node.url, 'client', 'list')).trim().split('\n').length === 1;
      await eventually(noOther, { what: 'the connections to close' });
    }
  });
});

/** The response to a ping, or the error message. */
async function connectOnce(url: string): Promise<string> {
  const { connection } = redisConnection(url, { maxRetriesPerRequest: 0 });
  const client = new Redis({ ...(connection as RedisOptions), lazyConnect: true, retryStrategy: () => null });
  let message = '';
  client.on('error', (error) => {
    message ||= error.message;
  });
  try {
    return await client.connect().then(() => client.ping());
  } catch (error) {
    return message || (error as Error).message;
  } finally {
    client.disconnect();
  }
}
