import { median } from '../print-requests.ts';
import { type CalmRequests, quantile } from './calm-client.ts';
import type { AbuseRound } from './measure-abuse.ts';
import { type FloodRound, ratioOf } from './measure-flood.ts';
import type { SlowRound } from './measure-slow-clients.ts';

const mebibyte = 1_048_576;
const row = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const count = (number: number) => number.toLocaleString('en');

/** The number of requests; the median, 99th percentile and maximum duration in ms; and the number of failures. */
function calmCells({ times, failures }: CalmRequests): (string | number)[] {
  const at = (share: number) => quantile(times, share).toFixed(1);
  const kinds = [...new Set(failures)].join(', ');
  return [
    times.length,
    at(0.5),
    at(0.99),
    at(1),
    failures.length === 0 ? 0 : `${failures.length} (${kinds})`,
  ];
}
const calmHead = 'answered | median, ms | 99th percentile, ms | max, ms | failed';

const statusesOf = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, times]) => `${count(times)} × ${status}`)
    .join(', ');

export function printFloods(connections: number, rounds: FloodRound[]): void {
  console.log(`\nA calm client alone and during a flood with one key over ${connections} connections:\n`);
  console.log(`| calm client | ${calmHead} | flood | per second | CPU ms of the API per request | ratio |`);
  console.log('| --- | --: | --: | --: | --: | --: | --- | --: | --: | --: |');
  for (const round of rounds) {
    const { alone, beside, flood, cpuMs } = round;
    const total = Object.values(flood.statuses).reduce((sum, times) => sum + times, 0);
    row(['alone', ...calmCells(alone), '', '', '', '']);
    const perSecond = count(Math.round(total / flood.seconds));
    const floodCells = [statusesOf(flood.statuses), perSecond, (cpuMs / total).toFixed(3)];
    row(['beside', ...calmCells(beside), ...floodCells, ratioOf(round).toFixed(2)]);
  }
  console.log(`\nMedian of the ratios of the 99th percentiles: ${median(rounds.map(ratioOf)).toFixed(2)}`);
}

export function printSlowClients(alone: CalmRequests, rounds: SlowRound[]): void {
  console.log('\nA calm client that connects for each request, during attacks by slow clients:\n');
  console.log(
    `| slow clients | ${calmHead} | connections that they opened | open files of the API | memory, MiB |`,
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --: |');
  row(['none', ...calmCells(alone), '', '', '']);
  for (const { kind, calm, clients, openFiles, memory } of rounds)
    row([kind, ...calmCells(calm), count(clients.opened), count(openFiles), Math.round(memory / mebibyte)]);
}

export function printAbuse(alone: CalmRequests, rounds: AbuseRound[]): void {
  console.log('\nA calm client that connects for each request, during attacks by abusive clients:\n');
  console.log(`| abusive clients | ${calmHead} | connections | MiB sent | responses | memory, MiB |`);
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --- | --: |');
  row(['none', ...calmCells(alone), '', '', '', '']);
  for (const { kind, calm, clients, memory } of rounds) {
    const { connections, sentBytes, statuses } = clients;
    const sent = count(Math.round(sentBytes / mebibyte));
    row([
      kind,
      ...calmCells(calm),
      count(connections),
      sent,
      statusesOf(statuses),
      Math.round(memory / mebibyte),
    ]);
  }
}
