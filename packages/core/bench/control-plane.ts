// Measures the control plane with synthetic workers, without browsers, for docs/performance.md: `pnpm bench:control-plane
// [--only=settlements,sweep] [--database-url=URL] [--concurrency=N] [--accounts=1,8] [--captures=N] [--seconds=N] [--rounds=N]
// [--objects=N]`. Without --database-url, it starts the embedded Postgres. Each measurement has a database of its own, which is
// dropped at the end.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { createFilesystemStore, createObjectStore } from '@shotclock/storage';
import { startS3Server } from '@shotclock/testing';
import { measureSettlements } from './measure-settlements.ts';
import { measureSweep } from './measure-sweep.ts';
import { printSettlements, printSweep } from './print-control-plane.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'settlements,sweep' },
    'database-url': { type: 'string' },
    concurrency: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '1,8' },
    captures: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    objects: { type: 'string', default: '5000' },
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
const numbersOfAccounts = values.accounts.split(',').map((one) => number('accounts', one));
const log = (line: string) => process.stderr.write(`${line}\n`);
const quiet = { debug: () => undefined, info: () => undefined, warn: log, error: log };

const server = await openServer();
try {
  if (only.includes('settlements')) {
    const rows = [];
    for (const accounts of numbersOfAccounts)
      rows.push(await inNewDatabase((db) => measureSettlements(db, { ...options, accounts, log })));
    printSettlements(rows);
  }
  if (only.includes('sweep')) printSweep([await sweepFiles(), await sweepS3()]);
} finally {
  await server.close();
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const url = values['database-url'];
  if (url) return { url, close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
  return {
    url: embedded.url,
    async close() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
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

async function inNewDatabase<T>(measure: (db: Database) => Promise<T>): Promise<T> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase({ url: server.url, name: 'bench', connections: 1 });
  try {
    await admin.orm.execute(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const db = openDatabase({ url: url.href, name: 'bench', connections: options.concurrency });
    try {
      return await measure(db);
    } finally {
      await db.close();
    }
  } finally {
    await admin.orm.execute(`drop database if exists ${name} with (force)`);
    await admin.close();
  }
}
