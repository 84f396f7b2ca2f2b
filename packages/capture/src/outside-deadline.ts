import type { Deadline } from '@shotclock/runtime';
import type { ImageMemory } from './image-memory.ts';
import { CaptureError } from './model/capture-error.ts';

/**
 * Wraps the memory of a capture. Its deadline is paused while it waits for memory, because other captures cause that
 * wait.
 * @param options.maxMs milliseconds after which a wait fails with the CaptureError `worker_memory_busy`
 */
export function outsideDeadline(
  memory: ImageMemory,
  { deadline, maxMs }: { deadline: Deadline; maxMs: number },
): ImageMemory {
  return {
    ...memory,
    async acquire(bytes, signal) {
      using _paused = deadline.pause();
      const tooLong = AbortSignal.timeout(maxMs);
      await memory.acquire(bytes, AbortSignal.any([signal, tooLong])).catch((cause) => {
        if (signal.aborted || !tooLong.aborted) throw cause;
        throw new CaptureError(
          'worker_memory_busy',
          `Large images of other captures occupied the worker's memory for ${maxMs / 1_000} s.`,
          { cause },
        );
      });
    },
  };
}
