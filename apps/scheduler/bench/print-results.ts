import type { Burst } from './measure-burst.ts';
import type { IdleRow } from './measure-idle.ts';
import type { Punctuality } from './measure-punctuality.ts';
import { percentile } from './statistics.ts';

export function printIdle(rows: IdleRow[]): void {
  console.log(
    '| active schedules | ms per tick | vs. first | CPU of scheduler and database, ms | vs. first | of which database, ms |',
  );
  console.log('| --: | --: | --: | --: | --: | --: |');
  const cpu = (row: IdleRow) => row.cpuScheduler + row.cpuDatabase;
  const [first] = rows;
  for (const row of rows) {
    const schedules = row.schedules.toLocaleString('en');
    const [time, cpuTime] = [row.time / first!.time, cpu(row) / cpu(first!)].map((ratio) => ratio.toFixed(2));
    console.log(
      `| ${schedules} | ${row.time.toFixed(2)} | ${time} | ${cpu(row).toFixed(2)} | ${cpuTime} | ${row.cpuDatabase.toFixed(2)} |`,
    );
  }
  console.log();
}

export function printBursts(bursts: Burst[]): void {
  console.log(
    '| runs due in one second | first run after, s | last run after, s | scheduler CPU, s | database CPU, s |',
  );
  console.log('| --: | --: | --: | --: | --: |');
  for (const { runs, ...seconds } of bursts) {
    const { first, last, cpuScheduler, cpuDatabase } = seconds;
    const cells = [first, last, cpuScheduler, cpuDatabase].map((one) => one.toFixed(2));
    console.log(`| ${runs.toLocaleString('en')} | ${cells.join(' | ')} |`);
  }
  console.log();
}

export function printPunctuality(measured: Record<string, Punctuality>): void {
  console.log('| queue | ms after the scheduled time | runs | median | 99th percentile | max |');
  console.log('| --- | --- | --: | --: | --: | --: |');
  for (const [queue, { started, claimed }] of Object.entries(measured))
    for (const [name, delays] of Object.entries({
      'the run started': started,
      'a worker claimed': claimed,
    })) {
      const numbers = [percentile(delays, 50), percentile(delays, 99), Math.max(...delays)].map(Math.round);
      console.log(`| ${queue} | ${name} | ${delays.length} | ${numbers.join(' | ')} |`);
    }
  console.log();
}
