import { type ResourceLimits, Worker } from 'node:worker_threads';
// Loaded here first: the first thread that ends would otherwise unload the library under the next one's feet.
import 'sharp';
import { comparisonLimits, type Diff, type Rectangle } from './comparison.ts';
import { ComparisonError, type ComparisonFailureCode } from './comparison-error.ts';

export type ComparisonTask =
  | {
      kind: 'images';
      baseline: Uint8Array<ArrayBuffer>;
      current: Uint8Array<ArrayBuffer>;
      masks: Rectangle[];
    }
  | { kind: 'texts' | 'html'; baseline: string; current: string };
/** What a thread answers: the bytes of a Buffer arrive as a plain array of them. */
export type ThreadAnswer =
  | { ratio: number; diff: { body: Uint8Array; contentType: Diff['contentType'] } | null }
  | { failure: ComparisonFailureCode; message: string };

/** JavaScript's own memory; pixels lie outside it and are bounded by their number. */
const memory: ResourceLimits = { maxOldGenerationSizeMb: 1_024 };

/**
 * Compares in a thread of its own, so that the caller's event loop is never held up.
 * @throws ComparisonError
 */
export async function runInThread(
  task: ComparisonTask,
  signal: AbortSignal,
  resourceLimits = memory,
): Promise<{ ratio: number; diff: Diff | null }> {
  if (signal.aborted) throw aborted(signal);
  checkLength(task);
  const thread = new Worker(new URL('./comparison-thread.ts', import.meta.url), {
    workerData: task,
    transferList: task.kind === 'images' ? [task.baseline.buffer, task.current.buffer] : [],
    resourceLimits,
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  const abort = () => reject(aborted(signal));
  signal.addEventListener('abort', abort, { once: true });
  thread.once('message', resolve);
  thread.once('error', (cause) => reject(died(cause)));
  thread.once('exit', () => reject(died(undefined)));
  try {
    const answer = await promise;
    if ('failure' in answer) throw new ComparisonError(answer.failure, answer.message);
    const { ratio, diff } = answer;
    return { ratio, diff: diff && { ...diff, body: bufferOf(diff.body) } };
  } finally {
    signal.removeEventListener('abort', abort);
    // Not waited for: native work that is under way ends first.
    void thread.terminate();
  }
}

function checkLength(task: ComparisonTask): void {
  if (task.kind === 'images') return;
  const length = Math.max(task.baseline.length, task.current.length);
  if (length > comparisonLimits.characters)
    throw new ComparisonError(
      'too_large',
      `${length} characters are too many to compare; ${comparisonLimits.characters} is the most.`,
    );
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function aborted(signal: AbortSignal): ComparisonError {
  return new ComparisonError('aborted', 'The comparison was called off.', { cause: signal.reason });
}

function died(cause: unknown): ComparisonError {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ComparisonError('too_large', 'The comparison needs more memory than it may have.', { cause })
    : new ComparisonError('failed', 'The comparison ended without a result.', { cause });
}
