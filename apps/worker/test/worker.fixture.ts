import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserSupervisor, findBrowser, type SupervisorOptions } from '@shotclock/capture';
import { createRecordedStore, releaseCaptures } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { parseEgressAllow } from '@shotclock/egress';
import type { CaptureJob } from '@shotclock/queue';
import { createLogger, createMetricsRegistry, type Logger } from '@shotclock/runtime';
import { createFilesystemStore, type ObjectStore } from '@shotclock/storage';
import { createDatabase, eventually, startFixtureSite, testBrowser, testSandbox } from '@shotclock/testing';
import { createCaptureProcessor } from '../src/capture-processor.ts';
import { captureObserver, collectBrowsers } from '../src/collect-metrics.ts';
import { createLeaseKeeper } from '../src/lease-keeper.ts';
import { createStoreOutage } from '../src/store-outage.ts';

export type TestWorker = Awaited<ReturnType<typeof openTestWorker>>;

type ProcessorOptions = {
  store?: ObjectStore | undefined;
  deadlineMs?: number;
  crashed?: AbortSignal;
  database?: Database;
  /** Called with the message and the fields of each log line. */
  onLog?: OnLog;
};

type OnLog = (message: string, fields: Record<string, unknown>) => void;

/** A worker with its own database, object store, browser and fixture site. Tests pass jobs to it without a queue. */
export async function openTestWorker(browserOptions: Partial<SupervisorOptions> = {}) {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const leaseSeconds = 3;
  const closing = new AbortController();
  const site = await startFixtureSite();
  const database = await createDatabase({ migrate });
  const db = openDatabase({ url: database.url, name: 'worker tests' });
  // Simulates a scheduler that has recorded its heartbeats without interruption.
  await db.orm.execute(
    `insert into scheduler_heartbeat (alive_until, leases_expire_from) values ('infinity', '-infinity')`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-worker-'));
  const objects = createFilesystemStore(folder);
  const registry = createMetricsRegistry('worker');
  const browsers = createBrowserSupervisor({
    executablePath: await findBrowser(testBrowser()),
    sandbox: testSandbox(),
    isolation: 'auto',
    processes: 1,
    allow: parseEgressAllow(site.hostPort),
    logger,
    observer: captureObserver(registry.metrics),
    ...browserOptions,
  });
  collectBrowsers(registry, browsers);
  await browsers.start();
  const leases = createLeaseKeeper({ db, leaseSeconds, logger });
  const core = createTestContext(db, objects, { captureAttempts: 2 });
  return {
    site,
    db,
    objects,
    registry,
    core,
    databaseUrl: database.url,
    /**
     * A capture processor with this object store, deadline and database. `crashed` aborts in the same way as after an
     * uncaught error.
     */
    processor: ({
      store = objects,
      deadlineMs = 30_000,
      crashed = new AbortController().signal,
      database: used = db,
      onLog,
    }: ProcessorOptions = {}) =>
      createCaptureProcessor({
        db: used,
        objects: createRecordedStore(used, store),
        leaseSeconds,
        browsers,
        leases,
        outage: createStoreOutage({ ping: () => store.ping(), logger, signal: closing.signal }),
        crashed,
        deadlineMs,
        metrics: registry.metrics,
        logger: onLog ? messageLogger(onLog) : logger,
      }),
    /** Releases the pending captures. There must be at least one. */
    async release(): Promise<CaptureJob[]> {
      const jobs: CaptureJob[] = [];
      await eventually(
        async () => {
          await releaseCaptures(
            { db, enqueue: async (released) => void jobs.push(...released) },
            { window: 100 },
          );
          return jobs.length > 0;
        },
        { timeoutMs: 20_000, what: 'the capture to be released' },
      );
      return jobs;
    },
    async close() {
      closing.abort();
      await leases.close();
      await browsers.close();
      await db.close();
      await database.drop();
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A logger that passes on the message and the fields of each line. */
function messageLogger(onLog: OnLog, bindings: Record<string, unknown> = {}): Logger {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const write = (...args: unknown[]) =>
    onLog(String(args.at(-1)), { ...bindings, ...(args.length > 1 ? (args[0] as object) : {}) });
  const child = (more: object) => messageLogger(onLog, { ...bindings, ...more });
  return Object.assign(logger, { debug: write, info: write, warn: write, child });
}
