import { getHeapStatistics } from 'node:v8';
import { onceAMinute } from '@shotclock/runtime';
import { inMebibytes } from './model/capture-budget.ts';
import { CaptureError } from './model/capture-error.ts';
import type { CaptureLogger } from './model/capture-types.ts';

const intervalMs = 250;
/** The fraction of V8's heap limit that is used as the limit, because V8 terminates the process at its own limit. */
const heapShare = 0.8;
/**
 * The fraction of the limit that all captures may hold together. Each capture has an equal share and is not failed while
 * it holds less than that.
 */
export const capturesShare = 0.25;

type HeldCapture = {
  /** Number of bytes that the process may be holding for the capture. */
  keptBytes(): number;
  fail(error: CaptureError): void;
};

export type WorkerMemoryGuard = {
  /**
   * Watches a capture until the result is disposed. The process is measured only while at least one capture is watched.
   */
  include(capture: HeldCapture): Disposable;
};

/**
 * Watches the memory of this process. Above `limitBytes`, it fails the capture that holds the most memory. If all
 * captures hold less than their shares, it only logs a warning. The memory of a failed capture is freed when the capture
 * ends; until then, no other capture is failed.
 * @param options.captures maximum number of concurrent captures
 */
export function createWorkerMemoryGuard({
  limitBytes,
  captures: slots,
  logger,
}: {
  limitBytes: number;
  captures: number;
  logger: CaptureLogger;
}): WorkerMemoryGuard {
  const captures = new Set<HeldCapture>();
  const shareBytes = (capturesShare * limitBytes) / slots;
  let failing: HeldCapture | undefined;
  let timer: NodeJS.Timeout | undefined;
  const warn = onceAMinute((found: object) =>
    logger.warn(found, 'the worker exceeds its memory limit, but no capture holds much of it'),
  );

  const measure = () => {
    const memoryBytes = process.memoryUsage.rss();
    const { used_heap_size: heapBytes, heap_size_limit: heapLimit } = getHeapStatistics();
    if (memoryBytes <= limitBytes && heapBytes <= heapShare * heapLimit) return;
    if (failing) return;
    const [largest] = [...captures].sort((a, b) => b.keptBytes() - a.keptBytes());
    const keptBytes = largest?.keptBytes() ?? 0;
    const found = { memoryBytes, heapBytes, limitBytes, keptBytes };
    if (largest && keptBytes > shareBytes) {
      failing = largest;
      logger.warn(
        found,
        'the worker exceeded its memory limit; ending the capture that holds the most memory',
      );
      largest.fail(exceeded(limitBytes));
    } else warn(found);
  };
  return {
    include(capture) {
      captures.add(capture);
      timer ??= setInterval(measure, intervalMs).unref();
      return {
        [Symbol.dispose]() {
          captures.delete(capture);
          if (failing === capture) failing = undefined;
          if (captures.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}

function exceeded(limitBytes: number): CaptureError {
  return new CaptureError(
    'worker_memory_exceeded',
    `The worker used more than ${inMebibytes(limitBytes)} of memory, most of it for this capture.`,
  );
}
