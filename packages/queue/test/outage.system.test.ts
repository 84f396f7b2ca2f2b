import {
  createDatabase,
  eventually,
  startRedis,
  startTcpFaultProxy,
  type TcpFaultProxy,
} from '@shotclock/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateQueue, type QueueConnection, QueueUnavailableError, queueConnection } from '../src/index.ts';
import { backends, createQueue, job, queueClients, silentLogger } from './queue.fixture.ts';

const clients = queueClients();

describe.each(backends)('during an outage of %s', (backend) => {
  let connection: QueueConnection;
  let drop: () => Promise<void>;
  let proxy: TcpFaultProxy;

  beforeEach(async () => {
    const queue = await createQueue(backend);
    drop = queue.drop;
    proxy = await startTcpFaultProxy(queue.connection.url);
    connection = { ...queue.connection, url: proxy.url };
  });

  afterEach(async () => {
    await clients.closeAll();
    await proxy.disable();
    await drop();
  });

  test('producer and consumer reconnect after the outage, and a job that finished during the outage is completed', async () => {
    const producer = clients.producer(connection);
    const finish = Promise.withResolvers<void>();
    const consumer = clients.consumer(connection, { handle: () => finish.promise });
    consumer.start();
    await producer.add([job(1)]);
    await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
    await proxy.disable();
    await expect(producer.add([job(2)])).rejects.toBeInstanceOf(QueueUnavailableError);
    await expect(consumer.ping()).rejects.toThrow();
    finish.resolve();
    await proxy.enable();
    await producer.add([job(2)]);
    await eventually(() => consumer.seen.length >= 2, { what: 'the second job', timeoutMs: 20_000 });
    await consumer.ping();
    expect(consumer.seen).toEqual([job(1), job(2)]);
  });

  test('a consumer that started during the outage takes jobs once the server is available again', async () => {
    await proxy.disable();
    const consumer = clients.consumer(connection);
    consumer.start();
    await expect(consumer.ping()).rejects.toThrow();
    await proxy.enable();
    await clients.producer(connection).add([job(1)]);
    await eventually(() => consumer.seen.length >= 1, { what: 'the job', timeoutMs: 20_000 });
  });

  test('adding a job fails within seconds if the server accepts connections but does not respond', async () => {
    const producer = clients.producer(connection);
    await producer.ping();
    proxy.stall();
    const start = performance.now();
    await expect(producer.add([job(1)])).rejects.toBeInstanceOf(QueueUnavailableError);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test('the consumer logs the outage, but not many times a second', async () => {
    let warnings = 0;
    const warn = () => {
      warnings += 1;
    };
    const consumer = clients.consumer(connection, { logger: { ...silentLogger, warn } });
    consumer.start();
    await consumer.ping();
    await proxy.disable();
    await eventually(() => warnings > 0, { what: 'a warning' });
    await expect(consumer.ping()).rejects.toThrow();
    await proxy.enable();
    await eventually(() => consumer.ping().then(() => true), { what: 'the connection', timeoutMs: 20_000 });
    expect(warnings).toBeLessThan(20);
  });
});

test('producer and consumer reconnect to a Redis that restarted without its data', async () => {
  const redis = await startRedis();
  const connection = queueConnection({ databaseUrl: 'postgres://unused.invalid/none', redisUrl: redis.url });
  const producer = clients.producer(connection);
  const consumer = clients.consumer(connection);
  consumer.start();
  await producer.add([job(1)]);
  await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
  await redis.stop();
  await expect(producer.add([job(2)])).rejects.toBeInstanceOf(QueueUnavailableError);
  const restarted = await startRedis({ port: redis.port });
  await producer.add([job(3)]);
  await eventually(() => consumer.seen.length >= 2, {
    what: 'a job of the restarted Redis',
    timeoutMs: 20_000,
  });
  expect(consumer.seen).toEqual([job(1), job(3)]);
  await clients.closeAll();
  await restarted.stop();
});

test('producer and consumer reconnect after Postgres terminates their sessions', async () => {
  const database = await createDatabase({ migrate: migrateQueue });
  const connection = queueConnection({ databaseUrl: database.url });
  const producer = clients.producer(connection);
  const consumer = clients.consumer(connection);
  consumer.start();
  for (const id of [1, 2, 3]) {
    // The first job after a termination may be added over a connection that is closing.
    await eventually(() => producer.add([job(id)]).then(() => true), { what: 'adding' });
    await eventually(() => consumer.seen.some(({ screenshotId }) => screenshotId === id), {
      what: `job ${id}`,
    });
    await terminateAll(database.url);
  }
  await clients.closeAll();
  await database.drop();
});

test('the process survives when Postgres terminates sessions while they open or close', async () => {
  const database = await createDatabase({ migrate: migrateQueue });
  const connection = queueConnection({ databaseUrl: database.url });
  let opening = true;
  const terminate = async () => {
    while (opening) await terminateAll(database.url);
  };
  const terminating = terminate();
  for (let n = 0; n < 20; n += 1) {
    const consumer = clients.consumer(connection);
    consumer.start();
    await consumer.ping().catch(() => undefined);
    await clients.closeAll();
  }
  opening = false;
  await terminating;
  await database.drop();
});

async function terminateAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

test('pings fail while Redis rejects writes because its memory is full', async () => {
  const server = await startRedis({ settings: { 'maxmemory-policy': 'noeviction' } });
  const admin = new Redis(server.url);
  const connection = queueConnection({ databaseUrl: 'postgres://unused.invalid/none', redisUrl: server.url });
  const producer = clients.producer(connection);
  const consumer = clients.consumer(connection);
  consumer.start();
  await producer.ping();
  await consumer.ping();
  await admin.config('SET', 'maxmemory', '1');
  await expect(producer.ping()).rejects.toMatchObject({ cause: { message: expect.stringContaining('OOM') } });
  await expect(consumer.ping()).rejects.toThrow('OOM');
  await admin.config('SET', 'maxmemory', '0');
  await producer.ping();
  await consumer.ping();
  admin.disconnect();
  await clients.closeAll();
  await server.stop();
});
