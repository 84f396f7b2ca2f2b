import { type Database, defaultAccountId } from '@shotclock/db';
import { createFilesystemStore } from '@shotclock/storage';
import { createRecordedStore, settleSuccess, type WorkContext } from '../src/index.ts';
import { claimedAttempts } from './claimed-attempts.ts';
import { medianThroughput, runConcurrently, type Throughput } from './run-concurrently.ts';

export type SettlementThroughput = { accounts: number; bare: Throughput; settlements: Throughput };

const goodUntil = Number.MAX_SAFE_INTEGER;

/**
 * Settles claimed captures, each with its own image, `concurrency` at a time. Alternates with plain transactions, each of
 * which updates one row and inserts one row. Returns medians.
 */
export async function measureSettlements(
  db: Database,
  options: {
    accounts: number;
    concurrency: number;
    captures: number;
    seconds: number;
    rounds: number;
    log: (line: string) => void;
  },
): Promise<SettlementThroughput> {
  const { accounts, captures, rounds, log } = options;
  await db.orm.execute(
    `insert into accounts (name) select 'Account ' || n from generate_series(2, ${accounts}) n`,
  );
  await createBareTables(db, captures);
  const objects = createRecordedStore(db, createFilesystemStore('/nowhere'));
  const ctx: WorkContext = { db, objects, leaseSeconds: 60 };
  const measured = { bare: [] as Throughput[], settlements: [] as Throughput[] };
  // The first round only warms up the connections.
  for (let round = 0; round <= rounds; round += 1) {
    const ids = Array.from({ length: captures }, (_, n) => n + 1);
    const bare = await runConcurrently(db, ids, options, (id) => bareTransaction(db, id));
    const attempts = await claimedAttempts(db, { count: captures, accounts, firstAccount: defaultAccountId });
    const settlements = await runConcurrently(db, attempts, options, async ({ image, ...attempt }) => {
      const settled = await settleSuccess(ctx, attempt, {
        stored: [{ sha256: image, size: 1_000, contentType: 'image/png', goodUntil }],
        hashes: { image, thumbnail: null, html: null, text: null },
        description: null,
      });
      if (!settled) throw new Error('the lease of the attempt was lost');
    });
    log(
      `${accounts} accounts, round ${round} of ${rounds}: ${Math.round(bare.perSecond)} bare transactions and ${Math.round(settlements.perSecond)} settlements per second`,
    );
    if (round === 0) continue;
    measured.bare.push(bare);
    measured.settlements.push(settlements);
  }
  return {
    accounts,
    bare: medianThroughput(measured.bare),
    settlements: medianThroughput(measured.settlements),
  };
}

async function createBareTables(db: Database, rows: number): Promise<void> {
  await db.orm.execute('create table bench_rows (id bigint primary key, value integer, content text)');
  await db.orm.execute(
    'create table bench_inserts (id bigint generated always as identity primary key, content text)',
  );
  await db.orm.execute(
    `insert into bench_rows select n, 0, repeat('x', 200) from generate_series(1, ${rows}) n`,
  );
}

async function bareTransaction(db: Database, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(`update bench_rows set value = value + 1 where id = ${id}`);
    await tx.execute(`insert into bench_inserts (content) values (repeat('y', 100))`);
  });
}
