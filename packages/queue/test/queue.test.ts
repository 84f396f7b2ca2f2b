import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type QueueConnection, QueueUnavailableError } from '../src/index.ts';
import { backends, createQueue, job, queueClients } from './queue.fixture.ts';

const hangingWorker = fileURLToPath(new URL('hanging-worker.fixture.ts', import.meta.url));

describe.each(backends)('the queue on %s', (backend) => {
  const clients = queueClients();
  let connection: QueueConnection;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ connection, drop } = await createQueue(backend));
  });

  afterEach(async () => {
    await clients.closeAll();
    await drop();
  });

  test('delivers every job to exactly one of several consumers', async () => {
    const producer = clients.producer(connection);
    const consumers = [1, 2].map(() => clients.consumer(connection, { concurrency: 3 }));
    for (const consumer of consumers) consumer.start();
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    await producer.add(ids.slice(0, 20).map((id) => job(id)));
    await producer.add(ids.slice(20).map((id) => job(id)));
    const seen = () => consumers.flatMap((consumer) => consumer.seen);
    await eventually(() => seen().length >= 30, { what: '30 jobs' });
    await Promise.all(consumers.map((consumer) => consumer.close({ graceMs: 5_000 })));
    expect(
      seen()
        .map(({ screenshotId }) => screenshotId)
        .sort((a, b) => a - b),
    ).toEqual(ids);
    expect(seen()[0]).toEqual({ screenshotId: expect.any(Number), attempt: 1 });
  });

  test('delivers high-priority jobs first, and jobs of equal priority in insertion order', async () => {
    const producer = clients.producer(connection);
    await producer.add([job(1), job(2)]);
    await producer.add([{ ...job(3), priority: 'high' }, job(4), { ...job(5), priority: 'high' }]);
    const consumer = clients.consumer(connection);
    consumer.start();
    await eventually(() => consumer.seen.length >= 5, { what: 'five jobs' });
    expect(consumer.seen.map(({ screenshotId }) => screenshotId)).toEqual([3, 5, 1, 2, 4]);
  });

  test('counts waiting and running jobs', async () => {
    const producer = clients.producer(connection);
    expect(await producer.count()).toBe(0);
    await producer.add([job(1), job(2), { ...job(3), priority: 'high' }]);
    expect(await producer.count()).toBe(3);
    const finish = Promise.withResolvers<void>();
    const consumer = clients.consumer(connection, { handle: () => finish.promise });
    consumer.start();
    await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
    expect(await producer.count()).toBe(3);
    finish.resolve();
    await eventually(async () => (await producer.count()) === 0, { what: 'an empty queue' });
  });

  test('delivers a job only once if it is added again while it is waiting or running', async () => {
    const producer = clients.producer(connection);
    const finish = Promise.withResolvers<void>();
    const consumer = clients.consumer(connection, { handle: () => finish.promise });
    await producer.add([job(1), job(1)]);
    await producer.add([job(1)]);
    consumer.start();
    await eventually(() => consumer.seen.length >= 1, { what: 'the job' });
    await producer.add([job(1), job(2)]);
    finish.resolve();
    await eventually(() => consumer.seen.length >= 2, { what: 'the second job' });
    await consumer.close({ graceMs: 5_000 });
    expect(consumer.seen).toEqual([job(1), job(2)]);
  });

  test('accepts a job again after it has succeeded or failed', async () => {
    const producer = clients.producer(connection);
    const consumer = clients.consumer(connection, {
      handle: async () => {
        if (consumer.seen.length === 1) throw new Error('no page');
      },
    });
    consumer.start();
    // The queue delivers the next job only after this one has ended.
    for (const [index, id] of [1, 2, 1, 3, 1].entries()) {
      await producer.add([job(id)]);
      await eventually(() => consumer.seen.length > index, { what: `delivery ${index + 1}` });
    }
    expect(consumer.seen.map(({ screenshotId }) => screenshotId)).toEqual([1, 2, 1, 3, 1]);
  });

  test('does not retry a failed job', async () => {
    const producer = clients.producer(connection);
    const consumer = clients.consumer(connection, { handle: () => Promise.reject(new Error('no page')) });
    consumer.start();
    await producer.add([job(1), job(2)]);
    await eventually(() => consumer.seen.length >= 2, { what: 'both jobs' });
    await consumer.close({ graceMs: 5_000 });
    const next = clients.consumer(connection);
    next.start();
    await producer.add([job(3)]);
    await eventually(() => next.seen.length >= 1, { what: 'the third job' });
    expect([consumer.seen, next.seen]).toEqual([[job(1), job(2)], [job(3)]]);
  });

  test('does not run more jobs at the same time than its concurrency allows', async () => {
    const producer = clients.producer(connection);
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    let running = 0;
    let maxRunning = 0;
    const consumer = clients.consumer(connection, {
      concurrency: 2,
      handle: async ({ screenshotId }) => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await gates[screenshotId - 1]?.promise;
        running -= 1;
      },
    });
    consumer.start();
    await producer.add([job(1), job(2), job(3)]);
    await eventually(() => running === 2, { what: 'two running jobs' });
    for (const gate of gates) gate.resolve();
    await eventually(() => consumer.seen.length >= 3 && running === 0, { what: 'the end of all jobs' });
    expect(maxRunning).toBe(2);
  });

  test("delivers a killed worker's job to another worker", async () => {
    const producer = clients.producer(connection);
    const child = spawn(process.execPath, [hangingWorker, JSON.stringify(connection), '1500'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await producer.add([job(1)]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const consumer = clients.consumer(connection, { lockMs: 1_500 });
    consumer.start();
    await eventually(() => consumer.seen.length >= 1, { what: 'the second delivery', timeoutMs: 20_000 });
    expect(consumer.seen).toEqual([job(1)]);
  });

  test('reports lost locks, not connection errors, when a suspended worker resumes', async () => {
    const producer = clients.producer(connection);
    const suspended = spawn(process.execPath, [hangingWorker, JSON.stringify(connection), '1500'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    createInterface(suspended.stdout).on('line', (line) => lines.push(line));
    const lostLocks = () => lines.filter((line) => line.startsWith('lock of a capture job was lost'));
    try {
      await producer.add([job(1)]);
      await eventually(() => lines.includes('received'), { what: 'the first delivery' });
      suspended.kill('SIGSTOP');
      const other = clients.consumer(connection, { lockMs: 1_500 });
      other.start();
      await eventually(() => other.seen.length >= 1, { what: 'the second delivery' });
      suspended.kill('SIGCONT');
      await eventually(() => lines.length > 1, { what: 'a lock that cannot be renewed' });
      const before = lines.length;
      suspended.stdin.write('end\n');
      await eventually(() => lines.length > before, { what: 'a job that cannot be completed' });
      expect(lines).toEqual(['received', ...lostLocks()]);
    } finally {
      suspended.kill('SIGKILL');
    }
  });

  test('does not redeliver a job that runs longer than its lock', async () => {
    const producer = clients.producer(connection);
    const finish = Promise.withResolvers<void>();
    // The lock is renewed after half of this time, but the renewal may be late on a busy machine.
    const slow = clients.consumer(connection, { lockMs: 3_000, handle: () => finish.promise });
    slow.start();
    await producer.add([job(1)]);
    await eventually(() => slow.seen.length >= 1, { what: 'the job' });
    const other = clients.consumer(connection, { lockMs: 400 });
    other.start();
    const start = performance.now();
    await eventually(() => performance.now() - start > 6_500, { what: 'more than twice the lock' });
    finish.resolve();
    await slow.close({ graceMs: 5_000 });
    expect([slow.seen, other.seen]).toEqual([[job(1)], []]);
  });

  test('waits for running jobs and does not deliver new ones when a consumer closes', async () => {
    const producer = clients.producer(connection);
    const finish = Promise.withResolvers<void>();
    let finished = false;
    const consumer = clients.consumer(connection, {
      handle: async (_job, signal) => {
        await finish.promise;
        finished = !signal.aborted;
      },
    });
    consumer.start();
    await producer.add([job(1), job(2)]);
    await eventually(() => consumer.seen.length >= 1, { what: 'the first job' });
    const closed = consumer.close({ graceMs: 20_000 });
    finish.resolve();
    await closed;
    expect(finished).toBe(true);
    expect(consumer.seen).toEqual([job(1)]);
    const next = clients.consumer(connection);
    next.start();
    await eventually(() => next.seen.length >= 1, { what: 'the second job' });
    expect(next.seen).toEqual([job(2)]);
  });

  test('aborts jobs that exceed the grace period', async () => {
    const producer = clients.producer(connection);
    let aborted = false;
    const consumer = clients.consumer(connection, {
      handle: (_job, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          });
        }),
    });
    consumer.start();
    await producer.add([job(1)]);
    await eventually(() => consumer.seen.length >= 1, { what: 'the job' });
    await consumer.close({ graceMs: 200 });
    expect(aborted).toBe(true);
  });

  test('responds to pings of producer and consumer', async () => {
    const consumer = clients.consumer(connection);
    await expect(consumer.ping()).rejects.toThrow('not connected');
    consumer.start();
    await consumer.ping();
    await clients.producer(connection).ping();
  });

  test('adding a job and pinging fail with a QueueUnavailableError within seconds when the server is unavailable', async () => {
    const unreachable: QueueConnection = { ...connection, url: unreachableUrl(backend) };
    const producer = clients.producer(unreachable);
    const start = performance.now();
    const [failure, pingFailure] = await Promise.all(
      [producer.add([job(1)]), clients.producer(unreachable).ping()].map((failing) =>
        failing.catch((error: unknown) => error),
      ),
    );
    expect(failure).toBeInstanceOf(QueueUnavailableError);
    expect(failure).toHaveProperty(
      'message',
      expect.stringMatching(/^the queue on (Redis|Postgres) does not respond$/),
    );
    expect(pingFailure).toBeInstanceOf(QueueUnavailableError);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test('closes a consumer within seconds even if it cannot connect', async () => {
    const consumer = clients.consumer({ ...connection, url: unreachableUrl(backend) });
    consumer.start();
    await expect(consumer.ping()).rejects.toThrow();
    const start = performance.now();
    await consumer.close({ graceMs: 1_000 });
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

/** No process listens on port 1 of the loopback address, so connections are refused immediately. */
function unreachableUrl(backend: QueueConnection['backend']): string {
  return backend === 'redis' ? 'redis://127.0.0.1:1' : 'postgres://nobody@127.0.0.1:1/none';
}
