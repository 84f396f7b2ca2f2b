// Invariants that must hold after every batch of generated pages. Each check returns one sentence per violation.
import { readFileSync } from 'node:fs';
import type { LogLine } from '../chaos/app-process.ts';
import type { FuzzBench, SettledCapture } from './fuzz-bench.ts';
import type { WorkerResources } from './worker-resources.ts';

export type Limits = {
  /** Maximum time from the deadline of a capture to its settlement, in milliseconds. */
  graceMs: number;
  /** Maximum resident memory of the worker in bytes, at any time and between batches. */
  peakMemoryBytes: number;
  memoryBytes: number;
  /** Maximum number of log lines that the worker writes per capture. */
  logLines: number;
};

const mebibyte = 1_024 * 1_024;

export const defaultLimits: Limits = {
  graceMs: 5_000,
  // The default WORKER_MEMORY_MB of a worker with two slots.
  peakMemoryBytes: 1_536 * mebibyte,
  memoryBytes: 768 * mebibyte,
  logLines: 20,
};

/**
 * The amount by which the worker's resources may exceed those after its first captures, because the number of idle
 * connections and browser processes varies.
 */
const moreFileDescriptors = 40;
const moreProcesses = 16;
const temporaryBytes = 256 * mebibyte;
/** Each slot has one profile, plus a second one while its browser is being replaced. */
const profilesPerSlot = 2;

const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  components: { schemas: { FailureCode: { enum: string[] } } };
};
const failureCodes = document.components.schemas.FailureCode.enum;
/** Failure codes of unexpected errors. */
const unexpectedCodes = ['internal'];
const maxDescriptionLength = 2_000;
/** Matches paths, stack traces, error names and protocol messages. */
const internals =
  /(\/(root|home|tmp|usr|work|proc)\/|node_modules|file:\/\/|\bat \w+.*:\d+:\d+|\bE[A-Z]{4,}\b|Protocol error|Target closed|TypeError|undefined|\[object|\bpostgres\b|CDP|\.ts\b)/;

export function checkCapture(capture: SettledCapture, deadlineSeconds: number, limits: Limits): string[] {
  const { status, failureCode, description, attempt, image, durationMs } = capture;
  const found: string[] = [];
  if (durationMs > deadlineSeconds * 1_000 + limits.graceMs)
    found.push(`the capture was settled ${Math.round(durationMs)} ms after its claim`);
  if (attempt > 1) found.push(`the capture needed ${attempt} attempts`);
  if (status === 'SUCCESS' && image === null) found.push('a successful capture has no image');
  if (
    status === 'FAILED' &&
    (!failureCodes.includes(failureCode ?? '') || unexpectedCodes.includes(failureCode ?? ''))
  )
    found.push(`unexpected failure code ${failureCode}: ${description}`);
  if (status === 'FAILED' && !description) found.push(`${failureCode} has no description`);
  if (description !== null && description.length > maxDescriptionLength)
    found.push(`the description has ${description.length} characters: ${description.slice(0, 500)}`);
  // The description of a failed script contains the script's error.
  if (description !== null && failureCode !== 'script_failed' && internals.test(description))
    found.push(`the description shows internals: ${description}`);
  return found;
}

export function checkOrdinary(
  { status, description, attempt, image }: SettledCapture,
  expected: string | null,
): string[] {
  if (status !== 'SUCCESS') return [`an ordinary page failed: ${description}`];
  if (attempt !== 1) return [`an ordinary page needed ${attempt} attempts`];
  return image === expected ? [] : ['the image of an ordinary page changed'];
}

export function checkCanaries({ canaries }: FuzzBench): string[] {
  return canaries.traffic().map((one) => `a canary was reached: ${JSON.stringify(one)}`);
}

export function checkPeakMemory(peakBytes: number, limits: Limits): string[] {
  return peakBytes > limits.peakMemoryBytes ? [`the worker used ${megabytes(peakBytes)}`] : [];
}

/** @param lastLine the last line before the captures */
export function checkLogLines(
  lines: readonly LogLine[],
  lastLine: LogLine | undefined,
  captures: number,
  limits: Limits,
): string[] {
  const written = lines.length - 1 - (lastLine ? lines.lastIndexOf(lastLine) : -1);
  return written > captures * limits.logLines
    ? [`the worker wrote ${written} log lines for ${captures} captures`]
    : [];
}

export function checkResources(now: WorkerResources, before: WorkerResources, limits: Limits): string[] {
  const bounds: [keyof WorkerResources, number][] = [
    ['memoryBytes', limits.memoryBytes],
    ['fileDescriptors', before.fileDescriptors + moreFileDescriptors],
    ['processes', before.processes + moreProcesses],
    ['orphans', 0],
    ['profiles', before.profiles * profilesPerSlot],
    ['temporaryFiles', before.temporaryFiles],
    ['temporaryBytes', before.temporaryBytes + temporaryBytes],
  ];
  return bounds
    .filter(([name, bound]) => now[name] > bound)
    .map(([name, bound]) => `${name} of the worker is ${now[name]}, more than ${bound}`);
}

/** Checks that no processes or files remain after a worker has stopped. */
export function checkStopped(left: WorkerResources): string[] {
  return (['orphans', 'profiles', 'temporaryFiles'] as const)
    .filter((name) => left[name] > 0)
    .map((name) => `after the worker stopped, ${name} is ${left[name]}`);
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
