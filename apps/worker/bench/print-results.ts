import type { MemoryResult } from './measure-memory.ts';
import type { NeighborResult } from './measure-neighbor.ts';
import type { Batch } from './measure-pairs.ts';
import type { SizeRow } from './measure-sizes.ts';
import { geometricMean, median, spread } from './statistics.ts';

type Compared = { workload: string; batches: Map<string, Batch[]> };

type Means = Map<string, { cpu: number[]; speed: number[] }>;

/** Prints a table row by row; `end` prints the geometric means. */
export function printPairs(base: string) {
  const means: Means = new Map();
  console.log(
    '| workload | | CPU ms per capture | vs. the bare loop | captures per second | vs. the bare loop |',
  );
  console.log('| --- | --- | --: | --: | --: | --: |');
  return {
    /**
     * Prints each contestant's medians, and the ratios of its results to those of `base`. A ratio compares batches of the same
     * round.
     */
    row({ workload, batches }: Compared): void {
      const bare = batches.get(base)!;
      for (const [name, measured] of batches) {
        const cpu = measured.map(({ cpuMs }, round) => cpuMs / bare[round]!.cpuMs);
        const speed = measured.map(({ perSecond }, round) => perSecond / bare[round]!.perSecond);
        const mean = means.get(name) ?? { cpu: [], speed: [] };
        means.set(name, mean);
        mean.cpu.push(median(cpu));
        mean.speed.push(median(speed));
        const ms = Math.round(median(measured.map((one) => one.cpuMs)));
        const rate = median(measured.map((one) => one.perSecond)).toFixed(2);
        console.log(`| ${workload} | ${name} | ${ms} | ${spread(cpu)} | ${rate} | ${spread(speed)} |`);
      }
    },
    end(): void {
      for (const [name, { cpu, speed }] of means) {
        const [ms, rate] = [geometricMean(cpu).toFixed(2), geometricMean(speed).toFixed(2)];
        console.log(`| geometric mean | ${name} | | ${ms} | | ${rate} |`);
      }
      console.log();
    },
  };
}

export function printNeighbors(results: NeighborResult[]): void {
  console.log('| a small PNG by | alone, ms | beside a long PNG, ms | factor |\n| --- | --: | --: | --: |');
  for (const { name, alone, beside } of results) {
    const times = (median(beside) / median(alone)).toFixed(2);
    console.log(`| ${name} | ${Math.round(median(alone))} | ${Math.round(median(beside))} | ${times} |`);
  }
  console.log();
}

export function printMemory(results: MemoryResult[]): void {
  console.log('| captures | worker and browsers, MB | vs. first |\n| --: | --: | --: |');
  for (const { captures, bytes } of results)
    console.log(`| ${captures} | ${Math.round(bytes / 1e6)} | ${(bytes / results[0]!.bytes).toFixed(2)} |`);
  console.log();
}

export function printSizes(rows: SizeRow[]): void {
  console.log('| PNG | Shotclock, bytes | Chrome, bytes | ratio |\n| --- | --: | --: | --: |');
  for (const { name, shotclock, chrome } of rows)
    console.log(
      `| ${name} | ${shotclock.toLocaleString('en')} | ${chrome.toLocaleString('en')} | ${(shotclock / chrome).toFixed(2)} |`,
    );
}
