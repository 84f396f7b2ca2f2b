import { createScreenshot, getScreenshot } from '@shotclock/core';
import { openDatabase } from '@shotclock/db';
import { createS3Store, type ObjectStore } from '@shotclock/storage';
import { eventually, type S3Server, startS3Server, startTcpFaultProxy } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestWorker, type TestWorker } from './worker.fixture.ts';

const never = new AbortController().signal;

let worker: TestWorker;
let server: S3Server;
let pings = 0;
let store: ObjectStore;
beforeAll(async () => {
  [worker, server] = await Promise.all([openTestWorker(), startS3Server()]);
  const s3 = createS3Store({ ...server.options, timeoutMs: 2_000 });
  store = {
    ...s3,
    ping() {
      pings += 1;
      return s3.ping();
    },
  };
}, 120_000);
afterAll(async () => {
  await worker.close();
  await server.close();
});

/** @param width captures of the same page with the same width have identical images, which are stored once */
async function request(path: string, width = 400) {
  const { id } = await createScreenshot(worker.core, {
    request: { url: worker.site.url(path), width, height: 300 },
  });
  return {
    id,
    status: async () => (await getScreenshot(worker.core, { screenshotId: id })).status,
    visits: () => worker.site.requests.filter((one) => one.path === path).length,
    async attemptsLeft() {
      const rows = await worker.db.orm.execute<{ left: number }>(
        `select attempts_left as left from captures where screenshot_id = ${id}`,
      );
      return rows[0]!.left;
    },
  };
}

test('a capture that cannot be stored because S3 is unavailable waits again with all its attempts, and the worker claims nothing until the store is available again', async () => {
  const process = worker.processor({ store });
  await server.stop();
  const first = await request('/blocks?outage=1');
  await process((await worker.release())[0]!, never);
  expect(await first.status()).toBe('PENDING');
  expect(await first.attemptsLeft()).toBe(worker.core.captureAttempts);

  const second = await request('/blocks?outage=2');
  const working = (await worker.release()).map((job) => process(job, never));
  const pingsBefore = pings;
  await eventually(() => pings > pingsBefore + 1, { what: 'the worker to ping the store again' });
  expect([await first.status(), await second.status()]).toEqual(['PENDING', 'PENDING']);
  expect([first.visits(), second.visits()]).toEqual([1, 0]);

  await server.restart();
  await Promise.all(working);
  while ((await first.status()) === 'PENDING' || (await second.status()) === 'PENDING')
    await Promise.all((await worker.release()).map((job) => process(job, never)));
  expect([await first.status(), await second.status()]).toEqual(['SUCCESS', 'SUCCESS']);
});

test('a capture keeps its claim during a database outage and is settled once the database is available again', async () => {
  const proxy = await startTcpFaultProxy(worker.databaseUrl);
  const database = openDatabase({ url: proxy.url, name: 'outage', connections: 2 });
  const disconnected = Promise.withResolvers<void>();
  // The page was captured and recorded before the database became unavailable.
  const leaving: ObjectStore = {
    ...worker.objects,
    async put(...args) {
      await worker.objects.put(...args);
      await proxy.disable();
      disconnected.resolve();
    },
  };
  try {
    const capture = await request('/blocks?outage=3', 410);
    const working = worker.processor({ store: leaving, database })((await worker.release())[0]!, never);
    await disconnected.promise;
    expect(await capture.status()).toBe('PROCESSING');
    await proxy.enable();
    await working;
    expect(await capture.status()).toBe('SUCCESS');
    expect(capture.visits()).toBe(1);
  } finally {
    await database.close();
    await proxy.disable();
  }
});
