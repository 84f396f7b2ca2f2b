import { getHeapStatistics } from 'node:v8';
import { onceAMinute } from '@shotclock/runtime';
import { inMebibytes } from './model/capture-budget.ts';
import { CaptureError } from './model/capture-error.ts';
import type { CaptureLogger } from './model/capture-types.ts';

const intervalMs = 250;
/** Part of V8's heap limit that is treated as a limit, because V8 ends the process at its limit. */
const heapShare = 0.8;
/** A capture that holds less is not the cause. */
const minHeldBytes = 16 * 1_024 * 1_024;

type HeldCapture = {
  /** Bytes that the process can hold for the capture. */
  keptBytes(): number;
  fail(error: CaptureError): void;
};

export type WorkerMemoryGuard = {
  /** Includes a capture until the result is disposed. The process is measured while captures are included. */
  include(capture: HeldCapture): Disposable;
};

/**
 * Watches the memory of this process. Above `limitBytes`, it fails the capture that holds most, one for each measurement. If no
 * capture holds much, it only warns.
 */
export function createWorkerMemoryGuard({
  limitBytes,
  logger,
}: {
  limitBytes: number;
  logger: CaptureLogger;
}): WorkerMemoryGuard {
  const captures = new Set<HeldCapture>();
  let timer: NodeJS.Timeout | undefined;
  const warn = onceAMinute((found: object) =>
    logger.warn(found, 'the worker exceeds its memory limit, but no capture holds much of it'),
  );

  const measure = () => {
    const memoryBytes = process.memoryUsage.rss();
    const { used_heap_size: heapBytes, heap_size_limit: heapLimit } = getHeapStatistics();
    if (memoryBytes <= limitBytes && heapBytes <= heapShare * heapLimit) return;
    const [largest] = [...captures].sort((a, b) => b.keptBytes() - a.keptBytes());
    const keptBytes = largest?.keptBytes() ?? 0;
    const found = { memoryBytes, heapBytes, limitBytes, keptBytes };
    if (largest && keptBytes >= minHeldBytes) {
      captures.delete(largest);
      logger.warn(found, 'the worker exceeded its memory limit: ending the capture that holds most');
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
