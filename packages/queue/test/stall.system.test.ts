import { eventually, startRedis, startTcpFaultProxy, type TcpFaultProxy } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type QueueConnection, queueConnection } from '../src/index.ts';
import { backends, createQueue, job, queueClients, silentLogger } from './queue.fixture.ts';

const clients = queueClients();
/** This is shorter than the timeouts of the backends. */
const idleTimeoutMs = 500;

describe.each(backends)('a consumer whose connections to %s stop delivering', (backend) => {
  let direct: QueueConnection;
  let connection: QueueConnection;
  let drop: () => Promise<void>;
  let proxy: TcpFaultProxy;

  beforeEach(async () => {
    const queue = await createQueue(backend);
    drop = queue.drop;
    direct = queue.connection;
    proxy = await startTcpFaultProxy(direct.url);
    connection = { ...direct, url: proxy.url };
  });

  afterEach(async () => {
    await clients.closeAll();
    await proxy.disable();
    await drop();
  });

  test('fails its progress check while jobs are pending, reconnects and takes the jobs', async () => {
    let added = 0;
    /**
     * The result of the progress check at the time of the warning. A moment later, the job may already have been
     * delivered.
     */
    let health: Promise<void> | undefined;
    const consumer = clients.consumer(connection, {
      idleTimeoutMs,
      hasPendingJobs: async () => consumer.seen.length < added,
      logger: {
        ...silentLogger,
        warn(_fields, message) {
          if (!message.includes('reconnecting')) return;
          health ??= Promise.resolve().then(() => consumer.checkProgress());
          health.catch(() => undefined);
        },
      },
    });
    const producer = clients.producer(direct);
    consumer.start();
    await producer.add([job(1)]);
    added = 1;
    await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
    await consumer.checkProgress();

    proxy.stallExisting();
    await producer.add([job(2)]);
    added = 2;
    await eventually(() => health !== undefined, { what: 'the stall to be noticed' });
    await expect(health).rejects.toThrow('no capture jobs are delivered');
    await eventually(() => consumer.seen.length >= 2, { what: 'the second job' });
    await consumer.checkProgress();
    expect(consumer.seen).toEqual([job(1), job(2)]);
  });

  test('keeps running its current job, which uses a slot until it ends', async () => {
    const ends = new Map<number, () => void>();
    let running = 0;
    let maxRunning = 0;
    const consumer = clients.consumer(connection, {
      concurrency: 2,
      idleTimeoutMs,
      hasPendingJobs: async () => ends.size < 2,
      async handle({ screenshotId }, signal) {
        // If reconnecting is slow, the locks of delivered jobs expire. A job that is delivered again ends immediately, like the
        // job of a claimed capture.
        if (ends.has(screenshotId)) return;
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await new Promise<void>((resolve, reject) => {
          ends.set(screenshotId, resolve);
          signal.addEventListener('abort', () => reject(signal.reason));
        });
        running -= 1;
      },
    });
    const producer = clients.producer(direct);
    consumer.start();
    await producer.add([job(1)]);
    await eventually(() => ends.size === 1, { what: 'the first job' });
    proxy.stallExisting();
    await producer.add([job(2), job(3)]);
    await eventually(() => ends.size === 2, { what: 'the second job' });
    expect(maxRunning).toBe(2);
    ends.get(1)?.();
    await eventually(() => ends.size === 3, { what: 'the third job, in the slot of the first' });
    expect(maxRunning).toBe(2);
    ends.get(2)?.();
    ends.get(3)?.();
    await eventually(() => running === 0, { what: 'all to end' });
  });

  test('receives a job whose delivery was lost with the connection', async () => {
    const finish = Promise.withResolvers<void>();
    const consumer = clients.consumer(connection, {
      lockMs: 1_500,
      idleTimeoutMs,
      hasPendingJobs: async () => consumer.seen.length < 2,
      handle: () => finish.promise,
    });
    const producer = clients.producer(direct);
    consumer.start();
    await producer.add([job(1)]);
    await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
    await producer.add([job(2)]);
    proxy.dropResponses();
    // BullMQ requests the next job when a job ends.
    finish.resolve();
    await producer.add([job(2)]);
    await eventually(() => consumer.seen.length >= 2, { what: 'the second job', timeoutMs: 20_000 });
    expect(consumer.seen).toEqual([job(1), job(2)]);
  });

  test('does not reconnect while no job is pending', async () => {
    const warnings: string[] = [];
    let checks = 0;
    const consumer = clients.consumer(connection, {
      logger: { ...silentLogger, warn: (_fields, message) => void warnings.push(message) },
      idleTimeoutMs: 100,
      hasPendingJobs: async () => {
        checks += 1;
        return false;
      },
    });
    consumer.start();
    await eventually(() => checks > 5, { what: 'some checks' });
    await consumer.checkProgress();
    expect(warnings).toEqual([]);
  });
});

test('the consumer resumes after Redis hangs and after Redis is emptied', async () => {
  const redis = await startRedis();
  const connection = queueConnection({ databaseUrl: 'postgres://unused.invalid/none', redisUrl: redis.url });
  const added: number[] = [];
  const producer = clients.producer(connection);
  const consumer = clients.consumer(connection, {
    idleTimeoutMs,
    hasPendingJobs: async () => added.some((id) => !consumer.received(id)),
  });
  consumer.start();
  const add = async (id: number) => {
    await eventually(() => producer.add([job(id)]).then(() => true), { what: 'adding' });
    added.push(id);
  };
  await add(1);
  await eventually(() => consumer.received(1), { what: 'the first job' });
  redis.pause();
  await expect(producer.add([job(2)])).rejects.toThrow();
  redis.resume();
  // Redis may still execute the failed command that adds a job, so job 2 is delivered once or twice.
  await add(2);
  await eventually(() => consumer.received(2), { what: 'a job after the pause', timeoutMs: 20_000 });
  await redis.empty();
  await add(3);
  await eventually(() => consumer.received(3), { what: 'a job after Redis is emptied', timeoutMs: 20_000 });
  await clients.closeAll();
  await redis.stop();
});
