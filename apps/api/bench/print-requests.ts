import type { Sample } from './measure-requests.ts';

/** The samples of one request. Samples with the same index were measured in the same round. */
export type Row = { name: string; ours: Sample[]; plain: Sample[]; bare: Sample[] };

const ms = (samples: Sample[], key: 'serverMs' | 'databaseMs') =>
  median(samples.map((one) => one[key])).toFixed(3);
const total = ({ serverMs, databaseMs }: Sample) => serverMs + databaseMs;

export function printRequests(rows: Row[]): void {
  console.log(
    '| request | API, ms | PostgreSQL, ms | plain handler, ms | PostgreSQL, ms | same bytes, ms | ours to plain | requests per second | plain | same bytes |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |');
  for (const { name, ours, plain, bare } of rows) {
    const ratio = median(ours.map((one, index) => total(one) / total(plain[index]!)));
    const rates = [ours, plain, bare].map((one) => Math.round(median(one.map(({ perSecond }) => perSecond))));
    const cells = [ours, plain].flatMap((one) => [ms(one, 'serverMs'), ms(one, 'databaseMs')]);
    cells.push(ms(bare, 'serverMs'));
    console.log(
      `| ${[name, ...cells, ratio.toFixed(2), ...rates.map((rate) => rate.toLocaleString('en'))].join(' | ')} |`,
    );
  }
}

export type CalmRow = { name: string; readers: number; times: number[]; perSecond: number };

export function printCalmClient(rows: CalmRow[]): void {
  console.log(
    '\nA request that does not use the database, while other clients read a schedule with 1,000 items:\n',
  );
  console.log(
    '| readers | server | their responses per second | requests | median, ms | 99th percentile, ms | max, ms |',
  );
  console.log('| --: | --- | --: | --: | --: | --: | --: |');
  for (const { name, readers, times, perSecond } of rows) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(2);
    const cells = [readers, name, Math.round(perSecond), times.length, at(0.5), at(0.99), at(1)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
