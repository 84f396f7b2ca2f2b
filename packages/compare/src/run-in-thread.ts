import { type ResourceLimits, Worker } from 'node:worker_threads';
// Loads the library in the main thread. Otherwise, the first thread that ends would unload it while other threads are
// using it.
import 'sharp';
import type { Rectangle } from './change.ts';
import { ComparisonError, type ComparisonFailureCode } from './comparison-error.ts';
import { comparisonLimits } from './comparison-limits.ts';
import type { Diff, Difference, ImageFiles } from './comparison-result.ts';

export type ComparisonTask =
  | ({ kind: 'images'; masks: Rectangle[] } & ImageFiles)
  | { kind: 'texts' | 'html'; baseline: string; current: string; again: string | null; known: string[] };
/** The message that a thread posts. A Buffer that is posted is received as a Uint8Array. */
export type ThreadResult =
  | (Omit<Difference, 'diff'> & { diff: { body: Uint8Array; contentType: Diff['contentType'] } | null })
  | { failure: ComparisonFailureCode; message: string };

/** Limit for the V8 heap. Pixels are outside the heap and are limited by `comparisonLimits.pixels`. */
const defaultResourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 1_024 };

/**
 * Runs a comparison in a new thread, so that it never blocks the caller's event loop. Settles once the thread has exited.
 * @throws ComparisonError
 */
export async function runInThread(
  task: ComparisonTask,
  signal: AbortSignal,
  resourceLimits = defaultResourceLimits,
): Promise<Difference> {
  if (signal.aborted) throw abortError(signal);
  assertLength(task);
  const thread = new Worker(new URL('./comparison-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits,
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
  const abort = () => reject(abortError(signal));
  signal.addEventListener('abort', abort, { once: true });
  thread.once('message', resolve);
  thread.once('error', (cause) => reject(threadError(cause)));
  thread.once('exit', () => reject(threadError(undefined)));
  try {
    const result = await promise;
    if ('failure' in result) throw new ComparisonError(result.failure, result.message);
    const { diff } = result;
    return { ...result, diff: diff && { ...diff, body: toBuffer(diff.body) } };
  } finally {
    signal.removeEventListener('abort', abort);
    // Native work in progress is completed first and uses memory until then.
    await thread.terminate();
  }
}

function assertLength(task: ComparisonTask): void {
  if (task.kind === 'images') return;
  const { baseline, current, again, known } = task;
  const length = Math.max(...[baseline, current, again ?? '', ...known].map((text) => text.length));
  if (length > comparisonLimits.characters)
    throw new ComparisonError(
      'too_large',
      `A document of ${length} characters is too long to compare; the limit is ${comparisonLimits.characters}.`,
    );
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function abortError(signal: AbortSignal): ComparisonError {
  return new ComparisonError('aborted', 'The comparison was aborted.', { cause: signal.reason });
}

function threadError(cause: unknown): ComparisonError {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ComparisonError('too_large', 'The comparison exceeded its memory limit.', { cause })
    : new ComparisonError('failed', 'The comparison ended without a result.', { cause });
}
