import type { FuzzReport } from './fuzz-run.ts';

export function printReport(report: FuzzReport, { seed, seconds }: { seed: number; seconds: number }): void {
  const { pages, captured, failures, violations, workerExits, peakMemoryBytes, longestMs, first, last } =
    report;
  const codes = Object.entries(failures).toSorted(([, one], [, other]) => other - one);
  console.log(`
${pages} pages in ${seconds} s (seed ${seed}): ${captured} captured, ${pages - captured} failed
failures: ${codes.map(([code, count]) => `${code} ${count}`).join(', ') || 'none'}
worker exits: ${workerExits}; peak memory of the worker: ${Math.round(peakMemoryBytes / 1e6)} MB; longest capture: ${Math.round(longestMs)} ms
resources after the first batch: ${JSON.stringify(first)}
resources after the last batch:  ${JSON.stringify(last)}
violations: ${violations.length}`);
  for (const { pages: which, what } of violations)
    console.log(`  pnpm fuzz:pages --seed=${seed} --page=${which.join(' with ')}: ${what}`);
}
