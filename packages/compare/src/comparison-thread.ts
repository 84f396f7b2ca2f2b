import { parentPort, workerData } from 'node:worker_threads';
import { ComparisonError } from './comparison-error.ts';
import type { ComparisonTask, ThreadResult } from './run-in-thread.ts';

/** Runs one task and posts one result. The parent receives unexpected errors as an `error` event. */
const task: ComparisonTask = workerData;
try {
  post(await computeDifference(task));
} catch (error) {
  if (!(error instanceof ComparisonError)) throw error;
  post({ failure: error.code, message: error.message });
}

/** Imports only the modules that the task needs, because a thread that compares texts starts faster without sharp. */
async function computeDifference(given: ComparisonTask) {
  if (given.kind === 'images') {
    const { computeImageDiff } = await import('./images/image-diff.ts');
    return computeImageDiff(given);
  }
  const { computeHtmlDiff, computeTextDiff } = await import('./texts/text-diff.ts');
  return given.kind === 'texts' ? computeTextDiff(given) : computeHtmlDiff(given);
}

function post(result: ThreadResult): void {
  parentPort?.postMessage(result);
}
