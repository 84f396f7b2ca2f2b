// Measures the control plane with synthetic workers, without browsers, for docs/performance.md: `pnpm bench:control-plane
// [--only=settlements,sweep,retention,cost,throughput,alerts] [--database-url=URL] [--postgres=18|15] [--full-page-writes] [--concurrency=N]
// [--accounts=1,8] [--captures=N] [--seconds=N] [--rounds=N] [--objects=N] [--schedules=N] [--whole-captures=N]`. Without --database-url, it
// starts the embedded Postgres, or Debian's PostgreSQL 15; both write full-page images only with --full-page-writes. Each measurement
// has its own database, which is dropped at the end.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { migrateQueue, type QueueConnection, queueConnection } from '@shotclock/queue';
import { createFilesystemStore, createObjectStore, type ObjectStore } from '@shotclock/storage';
import { startRedis, startS3Server } from '@shotclock/testing';
import { measureAlertCost } from './measure-alert-cost.ts';
import { measureCaptureCost } from './measure-capture-cost.ts';
import { measureRetention } from './measure-retention.ts';
import { measureSettlements } from './measure-settlements.ts';
import { measureSweep } from './measure-sweep.ts';
import { measureThroughput } from './measure-throughput.ts';
import { openBenchServer } from './open-bench-server.ts';
import {
  printAlertCosts,
  printCaptureCosts,
  printRetention,
  printSettlements,
  printSweep,
  printThroughput,
} from './print-control-plane.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'settlements,sweep,retention,cost,throughput,alerts' },
    'database-url': { type: 'string' },
    postgres: { type: 'string', default: '18' },
    'full-page-writes': { type: 'boolean', default: false },
    'whole-captures': { type: 'string', default: '500' },
    concurrency: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '1,8' },
    captures: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    objects: { type: 'string', default: '5000' },
    schedules: { type: 'string', default: '1000000' },
  },
});
const number = (name: string, value: string) => {
  const parsed = Number(value);
  if (!Number.isSafeInteger(parsed) || parsed < 1) throw new Error(`--${name} must be a positive integer.`);
  return parsed;
};
const options = {
  concurrency: number('concurrency', values.concurrency),
  captures: number('captures', values.captures),
  seconds: number('seconds', values.seconds),
  rounds: number('rounds', values.rounds),
};
const only = values.only.split(',');
const objects = number('objects', values.objects);
const schedules = number('schedules', values.schedules);
const numbersOfAccounts = values.accounts.split(',').map((one) => number('accounts', one));
/** Complete captures, processed by a worker with four slots. */
const workload = {
  captures: number('whole-captures', values['whole-captures']),
  concurrency: 4,
  pageMs: 100,
};
/** One slot per concurrent settlement. */
const fullLoad = { captures: 10 * workload.captures, concurrency: options.concurrency };
const log = (line: string) => process.stderr.write(`${line}\n`);

const server = await openBenchServer({
  url: values['database-url'],
  version: values.postgres,
  fullPageWrites: values['full-page-writes'],
});
try {
  if (only.includes('settlements')) {
    const rows = [];
    for (const accounts of numbersOfAccounts)
      rows.push(await inNewDatabase((db) => measureSettlements(db, { ...options, accounts, log })));
    printSettlements(rows);
  }
  if (only.includes('sweep')) printSweep([await sweepFiles(), await sweepS3()]);
  if (only.includes('retention'))
    printRetention(await inNewDatabase((db) => measureRetention(db, { schedules, serverPid: server.pid })));
  if (only.includes('cost'))
    printCaptureCosts(await inEachSetup((db, setup) => measureCaptureCost(db, setup, workload)));
  if (only.includes('throughput'))
    printThroughput(await inEachSetup((db, setup) => measureThroughput(db, setup, fullLoad)));
  if (only.includes('alerts')) {
    const work = { ...fullLoad, captures: 2 * workload.captures, rounds: options.rounds };
    printAlertCosts(await inEachSetup((db, setup) => measureAlertCost(db, setup, work)));
  }
} finally {
  await server.close();
}

async function sweepFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  try {
    const store = { name: 'files', objects: createFilesystemStore(folder) };
    return await inNewDatabase((db) => measureSweep(db, store, objects));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sweepS3() {
  const s3 = await startS3Server();
  try {
    const store = { name: 'S3', objects: createObjectStore({ dataDir: '/nowhere', s3: s3.options }) };
    return await inNewDatabase((db) => measureSweep(db, store, objects));
  } finally {
    await s3.close();
  }
}

type Setup = {
  name: string;
  connection: QueueConnection;
  store: ObjectStore;
  s3: boolean;
  servers: { database: number | null; redis: number | null };
};
type MeasureSetup<T> = (db: Database, setup: Setup) => Promise<T>;

/**
 * Runs the measurement with the queue on Redis and objects in S3, then with the queue on Postgres and objects in files.
 */
async function inEachSetup<T>(measure: MeasureSetup<T>): Promise<T[]> {
  return [await onRedis(measure), await onPostgres(measure)];
}

async function onRedis<T>(measure: MeasureSetup<T>): Promise<T> {
  const redis = await startRedis();
  const s3 = await startS3Server();
  try {
    const store = createObjectStore({ dataDir: '/nowhere', s3: s3.options });
    return await inNewDatabase((db, databaseUrl) => {
      const connection = queueConnection({ databaseUrl, redisUrl: redis.url });
      const servers = { database: server.pid, redis: redis.pid };
      return measure(db, { name: 'Redis and S3', connection, store, s3: true, servers });
    });
  } finally {
    await s3.close();
    await redis.stop();
  }
}

async function onPostgres<T>(measure: MeasureSetup<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  try {
    const store = createFilesystemStore(folder);
    return await inNewDatabase(async (db, databaseUrl) => {
      await migrateQueue(databaseUrl);
      const connection = queueConnection({ databaseUrl });
      const servers = { database: server.pid, redis: null };
      return measure(db, { name: 'Postgres and files', connection, store, s3: false, servers });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inNewDatabase<T>(measure: (db: Database, url: string) => Promise<T>): Promise<T> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase({ url: server.url, name: 'bench', connections: 1 });
  try {
    await admin.orm.execute(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const db = openDatabase({ url: url.href, name: 'bench', connections: options.concurrency });
    try {
      return await measure(db, url.href);
    } finally {
      await db.close();
    }
  } finally {
    await admin.orm.execute(`drop database if exists ${name} with (force)`);
    await admin.close();
  }
}
