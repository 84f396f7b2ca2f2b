import { parentPort, workerData } from 'node:worker_threads';
import { ComparisonError } from './comparison-error.ts';
import { imageDifference } from './images/image-difference.ts';
import type { ComparisonTask, ThreadAnswer } from './run-in-thread.ts';
import { htmlDifference, textDifference } from './texts/text-difference.ts';

/** The whole life of a comparison's thread: one task, one answer. Any other error is the parent's `error` event. */
const task: ComparisonTask = workerData;
try {
  post(await difference(task));
} catch (error) {
  if (!(error instanceof ComparisonError)) throw error;
  post({ failure: error.code, message: error.message });
}

function difference(given: ComparisonTask) {
  if (given.kind === 'images') return imageDifference(given);
  return given.kind === 'texts' ? textDifference(given) : htmlDifference(given);
}

function post(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer);
}
