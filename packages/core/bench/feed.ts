// Measures the feeds for docs/performance.md: `pnpm bench:feed [--rows=N] [--small=N] [--repetitions=N] [--settlements=N]
// [--folder=DIR]`. With --folder, the filled databases are kept and reused.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { createFilesystemStore } from '@shotclock/storage';
import { createTestContext } from '../test/test-context.fixture.ts';
import { openBenchDatabase } from './bench-database.ts';
import { type FeedRow, measureFeed } from './measure-feed.ts';
import { type ListRow, measureLists } from './measure-lists.ts';
import { measureSettlement, type SettlementRow } from './measure-settlement.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    small: { type: 'string', default: '10000' },
    repetitions: { type: 'string', default: '15' },
    'plain-repetitions': { type: 'string', default: '3' },
    settlements: { type: 'string', default: '300' },
    folder: { type: 'string' },
  },
});
const number = (name: Exclude<keyof typeof values, 'folder'>) => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a positive integer.`);
  return value;
};
const sizes = { small: number('small'), large: number('rows') };
const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const log = (line: string) => process.stderr.write(`${line}\n`);
const logger = { debug: log, info: log, warn: log, error: log };
const quiet = { ...logger, debug: () => undefined, info: () => undefined };

const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
const databases: Database[] = [];
const open = async (rows: number) => {
  const db = await openBenchDatabase(server.url, rows, log);
  databases.push(db);
  return createTestContext(db, createFilesystemStore(join(folder, 'objects')));
};
try {
  const small = await open(sizes.small);
  const large = await open(sizes.large);
  const rows = await measureFeed(small, large, {
    repetitions: number('repetitions'),
    plainRepetitions: number('plain-repetitions'),
    log,
  });
  printFeed(rows);
  printLists(await measureLists(small, large, { repetitions: number('repetitions') }));
  const settlements: SettlementRow[] = [];
  for (const concurrency of [1, 8])
    settlements.push(
      await measureSettlement({ ...large, leaseSeconds: 60 }, { pairs: number('settlements'), concurrency }),
    );
  printSettlements(settlements);
} finally {
  for (const db of databases) await db.close();
  await server.stop();
  if (!values.folder) await rm(folder, { recursive: true, force: true });
}

function printFeed(rows: FeedRow[]): void {
  const [small, large] = [sizes.small, sizes.large].map((rows) => rows.toLocaleString('en'));
  console.log(
    `| request | page | ${small} rows, ms | ${large} rows, ms | ratio | count(*) + OFFSET, ms | factor |`,
  );
  console.log('| --- | --- | --: | --: | --: | --: | --: |');
  for (const row of rows)
    console.log(
      `| ${row.filter} | ${row.page} | ${ms(row.small)} | ${ms(row.large)} | ${ratio(row.large, row.small)} | ${ms(row.plain)} | ${ratio(row.plain, row.large)} |`,
    );
}

function printLists(rows: ListRow[]): void {
  console.log('\n| list | page | total | few records, ms | total records, ms | ratio |');
  console.log('| --- | --- | --: | --: | --: | --: |');
  for (const { list, page, total, small, large } of rows)
    console.log(
      `| ${list} | ${page} | ${total.toLocaleString('en')} | ${ms(small)} | ${ms(large)} | ${ratio(large, small)} |`,
    );
}

function printSettlements(rows: SettlementRow[]): void {
  console.log(
    '\n| concurrent settlements | without counts, ms per settlement | with counts, ms per settlement | ratio |',
  );
  console.log('| --: | --: | --: | --: |');
  for (const { concurrency, counted, plain } of rows)
    console.log(`| ${concurrency} | ${ms(plain)} | ${ms(counted)} | ${ratio(counted, plain)} |`);
}

function ms(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}

function ratio(a: number, b: number): string {
  return (a / b).toFixed(a / b >= 10 ? 0 : 2);
}
