import { availableParallelism } from 'node:os';
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
/** In milliseconds. */
const maxIdleTime = 10_000;
const maxIdleThreads = availableParallelism();

interface ComparisonThread {
  /** Rejects if the thread throws or ends. Runs one task at a time. */
  run(task: ComparisonTask): Promise<ThreadResult>;
  /** Keeps the thread for the next task if there is room. The thread ends after `maxIdleTime`. */
  release(): Promise<void>;
  /** Native work in progress is completed first and uses memory until then. */
  end(): Promise<void>;
}

/** Threads without a task. They are kept because starting one takes more CPU time than most comparisons. */
const idleThreads = new Set<ComparisonThread>();

/**
 * Runs a comparison in a thread, so that it never blocks the caller's event loop. Settles once the comparison's memory
 * has been freed.
 * @throws ComparisonError
 */
export async function runInThread(
  task: ComparisonTask,
  signal: AbortSignal,
  resourceLimits = defaultResourceLimits,
): Promise<Difference> {
  if (signal.aborted) throw abortError(signal);
  assertLength(task);
  const thread = takeThread(resourceLimits);
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(abortError(signal));
  signal.addEventListener('abort', abort, { once: true });
  let result: ThreadResult;
  try {
    result = await Promise.race([thread.run(task), aborted.promise]);
  } catch (error) {
    await thread.end();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  await thread.release();
  if ('failure' in result) throw new ComparisonError(result.failure, result.message);
  const { diff } = result;
  return { ...result, diff: diff && { ...diff, body: toBuffer(diff.body) } };
}

function takeThread(resourceLimits: ResourceLimits): ComparisonThread {
  if (resourceLimits === defaultResourceLimits)
    for (const thread of idleThreads) {
      idleThreads.delete(thread);
      return thread;
    }
  return startThread(resourceLimits);
}

function startThread(resourceLimits: ResourceLimits): ComparisonThread {
  const worker = new Worker(new URL('./comparison-thread.ts', import.meta.url), {
    resourceLimits,
    execArgv: [],
  });
  let work = Promise.withResolvers<ThreadResult>();
  let idleTimer: NodeJS.Timeout | undefined;
  const fail = (cause: unknown) => {
    idleThreads.delete(thread);
    work.reject(threadError(cause));
  };
  worker.on('message', (result) => work.resolve(result));
  worker.on('error', fail);
  worker.on('exit', () => fail(undefined));
  const thread: ComparisonThread = {
    run(task) {
      clearTimeout(idleTimer);
      worker.ref();
      work = Promise.withResolvers();
      worker.postMessage(task);
      return work.promise;
    },
    async release() {
      if (resourceLimits !== defaultResourceLimits || idleThreads.size >= maxIdleThreads) return thread.end();
      worker.unref();
      idleThreads.add(thread);
      idleTimer = setTimeout(() => {
        idleThreads.delete(thread);
        void thread.end();
      }, maxIdleTime).unref();
    },
    async end() {
      await worker.terminate();
    },
  };
  return thread;
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
