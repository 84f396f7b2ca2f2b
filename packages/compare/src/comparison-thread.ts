import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { ComparisonError } from './comparison-error.ts';
import type { ComparisonTask, ThreadResult } from './run-in-thread.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Posts one result for each task. The parent receives unexpected errors as an `error` event, and the thread ends. */
parentPort?.on('message', async (task: ComparisonTask) => {
  const result = await computeResult(task);
  // Frees the pixels. An idle thread would otherwise keep them until its next comparison.
  collectGarbage();
  parentPort?.postMessage(result);
});

async function computeResult(task: ComparisonTask): Promise<ThreadResult> {
  try {
    return await computeDifference(task);
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    return { failure: error.code, message: error.message };
  }
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
