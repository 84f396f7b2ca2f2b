import type { Deadline } from '@shotclock/runtime';
import type { ImageMemory } from './image-memory.ts';
import { CaptureError } from './model/capture-error.ts';

/**
 * The memory of a capture whose deadline stops while it waits: other captures are the cause.
 * @param options.maxMs milliseconds after which a wait ends with the CaptureError `worker_memory_busy`
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
          `The large images of other captures used the memory of the worker for ${maxMs / 1_000} s.`,
          { cause },
        );
      });
    },
  };
}
