import { createDatabase, eventually, type OutageProxy, outageProxy, startRedis } from '@shotclock/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateQueue, type QueueConnection, QueueUnavailableError, queueConnection } from '../src/index.ts';
import { BACKENDS, emptyQueue, job, opener, quiet } from './fixtures.ts';

const open = opener();

describe.each(BACKENDS)('when the way to %s is interrupted', (backend) => {
  let connection: QueueConnection;
  let drop: () => Promise<void>;
  let proxy: OutageProxy;

  beforeEach(async () => {
    const queue = await emptyQueue(backend);
    drop = queue.drop;
    proxy = await outageProxy(queue.connection.url);
    connection = { ...queue.connection, url: proxy.url };
  });

  afterEach(async () => {
    await open.closeAll();
    await proxy.cut();
    await drop();
  });

  test('both ends go on by themselves afterwards, and a job that ended meanwhile is settled', async () => {
    const producer = open.producer(connection);
    const finish = Promise.withResolvers<void>();
    const consumer = open.consumer(connection, { handle: () => finish.promise });
    consumer.start();
    await producer.add([job(1)]);
    await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
    await proxy.cut();
    await expect(producer.add([job(2)])).rejects.toBeInstanceOf(QueueUnavailableError);
    await expect(consumer.ping()).rejects.toThrow();
    finish.resolve();
    await proxy.restore();
    await producer.add([job(2)]);
    await eventually(() => consumer.seen.length >= 2, { what: 'the second job', timeoutMs: 20_000 });
    await consumer.ping();
    expect(consumer.seen).toEqual([job(1), job(2)]);
  });

  test('a consumer that started during the outage begins when it is over', async () => {
    await proxy.cut();
    const consumer = open.consumer(connection);
    consumer.start();
    await expect(consumer.ping()).rejects.toThrow();
    await proxy.restore();
    await open.producer(connection).add([job(1)]);
    await eventually(() => consumer.seen.length >= 1, { what: 'the job', timeoutMs: 20_000 });
  });

  test('adding fails soon when the server accepts connections and says nothing', async () => {
    const producer = open.producer(connection);
    await producer.ping();
    proxy.freeze();
    const start = performance.now();
    await expect(producer.add([job(1)])).rejects.toBeInstanceOf(QueueUnavailableError);
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  test('an outage is logged, but not many times a second', async () => {
    let warnings = 0;
    const warn = () => {
      warnings += 1;
    };
    const consumer = open.consumer(connection, { logger: { ...quiet, warn } });
    consumer.start();
    await consumer.ping();
    await proxy.cut();
    await eventually(() => warnings > 0, { what: 'a warning' });
    await expect(consumer.ping()).rejects.toThrow();
    await proxy.restore();
    await eventually(() => consumer.ping().then(() => true), { what: 'the connection', timeoutMs: 20_000 });
    expect(warnings).toBeLessThan(20);
  });
});

test('a Redis that was restarted, and lost everything, serves both ends again', async () => {
  const redis = await startRedis();
  const connection = queueConnection({ databaseUrl: 'postgres://unused.invalid/none', redisUrl: redis.url });
  const producer = open.producer(connection);
  const consumer = open.consumer(connection);
  consumer.start();
  await producer.add([job(1)]);
  await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
  await redis.stop();
  await expect(producer.add([job(2)])).rejects.toBeInstanceOf(QueueUnavailableError);
  const restarted = await startRedis({ port: redis.port });
  await producer.add([job(3)]);
  await eventually(() => consumer.seen.length >= 2, { what: 'a job of the new Redis', timeoutMs: 20_000 });
  expect(consumer.seen).toEqual([job(1), job(3)]);
  await open.closeAll();
  await restarted.stop();
});

test('terminated Postgres connections are opened again, by both ends', async () => {
  const database = await createDatabase({ migrate: migrateQueue });
  const connection = queueConnection({ databaseUrl: database.url });
  const producer = open.producer(connection);
  const consumer = open.consumer(connection);
  consumer.start();
  for (const id of [1, 2, 3]) {
    // The first add after a termination may find a connection that is just being closed.
    await eventually(() => producer.add([job(id)]).then(() => true), { what: 'adding' });
    await eventually(() => consumer.seen.some(({ screenshotId }) => screenshotId === id), {
      what: `job ${id}`,
    });
    await terminateAll(database.url);
  }
  await open.closeAll();
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
