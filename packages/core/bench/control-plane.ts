// Measures the control plane with synthetic workers, without browsers, for docs/performance.md: `pnpm bench:control-plane
// [--database-url=URL] [--concurrency=N] [--accounts=1,8] [--captures=N]
// [--seconds=N] [--rounds=N]`. Without --database-url, it starts the
// embedded Postgres. Each number of accounts has a database of its own, which is dropped at the end.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { measureSettlements, type SettlementThroughput } from './measure-settlements.ts';

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    concurrency: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '1,8' },
    captures: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
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
const numbersOfAccounts = values.accounts.split(',').map((one) => number('accounts', one));
const log = (line: string) => process.stderr.write(`${line}\n`);
const quiet = { debug: () => undefined, info: () => undefined, warn: log, error: log };

const server = await openServer();
try {
  const rows: SettlementThroughput[] = [];
  for (const accounts of numbersOfAccounts) rows.push(await inNewDatabase(accounts));
  print(rows);
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

async function inNewDatabase(accounts: number): Promise<SettlementThroughput> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase({ url: server.url, name: 'bench', connections: 1 });
  try {
    await admin.orm.execute(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const db = openDatabase({ url: url.href, name: 'bench', connections: options.concurrency });
    try {
      return await measureSettlements(db, { ...options, accounts, log });
    } finally {
      await db.close();
    }
  } finally {
    await admin.orm.execute(`drop database if exists ${name} with (force)`);
    await admin.close();
  }
}

function print(rows: SettlementThroughput[]): void {
  console.log(
    `| accounts | bare transactions per second | settlements per second | ratio | settlement, ms (median) | (99th percentile) | WAL of a bare transaction, bytes | of a settlement |`,
  );
  console.log('| --: | --: | --: | --: | --: | --: | --: | --: |');
  for (const { accounts, bare, settlements } of rows)
    console.log(
      `| ${accounts} | ${whole(bare.perSecond)} | ${whole(settlements.perSecond)} | ${(settlements.perSecond / bare.perSecond).toFixed(2)} | ${settlements.medianMs.toFixed(1)} | ${settlements.p99Ms.toFixed(1)} | ${whole(bare.walBytes)} | ${whole(settlements.walBytes)} |`,
    );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
