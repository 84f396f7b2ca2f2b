import { type FuzzReport, violationText } from './fuzz-run.ts';

export function printReport(report: FuzzReport, seconds: number): void {
  const { pages, captured, failures, violations, workerExits, peakMemoryBytes, longestMs, first, last } =
    report;
  const codes = Object.entries(failures).toSorted(([, one], [, other]) => other - one);
  console.log(`
${pages} pages in ${seconds} s: ${captured} captured
failures: ${codes.map(([code, count]) => `${code} ${count}`).join(', ') || 'none'}
worker exits: ${workerExits}; peak memory of the worker: ${Math.round(peakMemoryBytes / 1e6)} MB; longest capture: ${Math.round(longestMs)} ms
resources after the first batch: ${JSON.stringify(first)}
resources after the last batch:  ${JSON.stringify(last)}
violations: ${violations.length}`);
  for (const violation of violations) console.log(violationText(violation));
}
