import { parentPort, workerData } from 'node:worker_threads';
import { ComparisonError } from './comparison-error.ts';
import type { ComparisonTask, ThreadAnswer } from './run-in-thread.ts';

/** The whole life of a comparison's thread: one task, one answer. Any other error is the parent's `error` event. */
const task: ComparisonTask = workerData;
try {
  post(await difference(task));
} catch (error) {
  if (!(error instanceof ComparisonError)) throw error;
  post({ failure: error.code, message: error.message });
}

/** Loads only what the task needs: a thread for texts starts sooner without sharp. */
async function difference(given: ComparisonTask) {
  if (given.kind === 'images') {
    const { imageDifference } = await import('./images/image-difference.ts');
    return imageDifference(given);
  }
  const { htmlDifference, textDifference } = await import('./texts/text-difference.ts');
  return given.kind === 'texts' ? textDifference(given) : htmlDifference(given);
}

function post(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer);
}
