import type { AlertCost } from './measure-alert-cost.ts';
import type { CaptureCost } from './measure-capture-cost.ts';
import type { RetentionCost } from './measure-retention.ts';
import type { SettlementThroughput } from './measure-settlements.ts';
import type { SweepRate } from './measure-sweep.ts';
import type { CaptureThroughput } from './measure-throughput.ts';

export function printSettlements(rows: SettlementThroughput[]): void {
  console.log(
    `| accounts | bare transactions per second | settlements per second | ratio | settlement, ms (median) | (99th percentile) | WAL of a bare transaction, bytes | of a settlement |`,
  );
  console.log('| --: | --: | --: | --: | --: | --: | --: | --: |');
  for (const { accounts, bare, settlements } of rows)
    console.log(
      `| ${accounts} | ${whole(bare.perSecond)} | ${whole(settlements.perSecond)} | ${(settlements.perSecond / bare.perSecond).toFixed(2)} | ${settlements.medianMs.toFixed(1)} | ${settlements.p99Ms.toFixed(1)} | ${whole(bare.walBytes)} | ${whole(settlements.walBytes)} |`,
    );
}

export function printSweep(rows: SweepRate[]): void {
  console.log('\n| store | objects | orphans recorded per second | objects swept per second |');
  console.log('| --- | --: | --: | --: |');
  for (const { store, objects, adoptedPerSecond, sweptPerSecond } of rows)
    console.log(`| ${store} | ${whole(objects)} | ${whole(adoptedPerSecond)} | ${whole(sweptPerSecond)} |`);
}

export function printCaptureCosts(rows: CaptureCost[]): void {
  console.log(
    '\n| queue and objects | statements | transactions | WAL, bytes | WAL syncs | Redis commands | S3 requests per new object | per known object | updates per capture (HOT) |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --- |');
  for (const { setup, s3, hot, ...row } of rows) {
    const updates = [...hot].map(
      ([table, { perCapture, share }]) => `${table} ${perCapture.toFixed(1)} (${Math.round(share * 100)} %)`,
    );
    console.log(
      `| ${setup} | ${row.statements?.toFixed(1) ?? '–'} | ${row.transactions.toFixed(1)} | ${whole(row.walBytes)} | ${row.walSyncs.toFixed(1)} | ${row.redisCommands.toFixed(1)} | ${s3?.new.toFixed(2) ?? '–'} | ${s3?.known.toFixed(2) ?? '–'} | ${updates.join(', ')} |`,
    );
  }
}

export function printRetention({ schedules, ...row }: RetentionCost): void {
  console.log(
    '\n| schedules | rounds after the migration, s | CPU, s | round in which nothing has expired, ms | deleted screenshots | per second | CPU of one, ms | WAL of one, bytes |',
  );
  console.log('| --: | --: | --: | --: | --: | --: | --: | --: |');
  const firstCpu = row.firstCpuMs === null ? '–' : whole(row.firstCpuMs / 1_000);
  console.log(
    `| ${whole(schedules)} | ${whole(row.firstMs / 1_000)} | ${firstCpu} | ${row.idleMs.toFixed(1)} | ${whole(row.deleted)} | ${whole(row.deletedPerSecond)} | ${row.deletionCpuMs?.toFixed(2) ?? '–'} | ${whole(row.walBytes)} |`,
  );
}

export function printThroughput(rows: CaptureThroughput[]): void {
  console.log(
    '\n| queue and objects | slots | captures per second | CPU of scheduler and worker, ms per capture | of PostgreSQL | of Redis | growth of the database, bytes |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: |');
  const ms = (value: number | null) => value?.toFixed(2) ?? '–';
  for (const { setup, concurrency, perSecond, databaseBytes, ...cpu } of rows)
    console.log(
      `| ${setup} | ${concurrency} | ${whole(perSecond)} | ${ms(cpu.appCpuMs)} | ${ms(cpu.databaseCpuMs)} | ${ms(cpu.redisCpuMs)} | ${whole(databaseBytes)} |`,
    );
}

/** Each pair is without and with a matching rule. */
export function printAlertCosts(rows: AlertCost[]): void {
  console.log(
    '\n| queue and objects | captures per second | CPU of the apps, ms per capture | of PostgreSQL | ratio of the CPU time |',
  );
  console.log('| --- | --: | --: | --: | --: |');
  for (const { setup, without, matching } of rows) {
    const pair = (of: (one: typeof without) => number, digits: number) =>
      `${of(without).toFixed(digits)}; ${of(matching).toFixed(digits)}`;
    const database = ({ databaseCpuMs }: typeof without) => databaseCpuMs ?? 0;
    const all = (one: typeof without) => one.appCpuMs + database(one);
    console.log(
      `| ${setup} | ${pair((one) => one.perSecond, 0)} | ${pair((one) => one.appCpuMs, 2)} | ${pair(database, 2)} | ${(all(matching) / all(without)).toFixed(3)} |`,
    );
  }
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
