/** The memory of the images of one capture. */
export type ImageMemory = {
  /**
   * Resolves when `bytes` are available for the image. What this capture held before is free.
   * @throws the reason of `signal`
   */
  acquire(bytes: number, signal: AbortSignal): Promise<void>;
  /** Returns what exceeds `bytes`. */
  reduce(bytes: number): void;
  /** Returns everything. Call it only when no work uses the memory any more. */
  release(): void;
  /** True while `acquire` waits, and after it was aborted. */
  readonly waiting: boolean;
};

type Waiting = { bytes: number; begin(): void };

/**
 * Bounds the memory that the images of all captures of this process use at the same time. Captures wait in the order of their
 * arrival. One that needs more than the capacity uses the memory alone.
 * @param capacity in bytes
 * @param onWait called when an image has to wait
 */
export function createImageMemory(
  capacity: number,
  onWait: (bytes: number) => void = () => undefined,
): { open(): ImageMemory } {
  let used = 0;
  let queue: Waiting[] = [];

  function admit(): void {
    for (let next = queue[0]; next; next = queue[0]) {
      if (used > 0 && used + next.bytes > capacity) return;
      queue.shift();
      used += next.bytes;
      next.begin();
    }
  }

  return {
    open() {
      let held = 0;
      let waiting = false;
      const reduce = (bytes: number) => {
        if (bytes >= held) return;
        used -= held - bytes;
        held = bytes;
        admit();
      };
      return {
        reduce,
        release: () => reduce(0),
        get waiting() {
          return waiting;
        },
        async acquire(bytes, signal) {
          reduce(0);
          signal.throwIfAborted();
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          const entry: Waiting = {
            bytes,
            begin() {
              held = bytes;
              waiting = false;
              resolve();
            },
          };
          const abort = () => {
            queue = queue.filter((one) => one !== entry);
            reject(signal.reason);
            admit();
          };
          waiting = true;
          queue.push(entry);
          signal.addEventListener('abort', abort, { once: true });
          admit();
          if (waiting) onWait(bytes);
          await promise.finally(() => signal.removeEventListener('abort', abort));
        },
      };
    },
  };
}

const mebibyte = 1_024 * 1_024;
/** What the process needs without captures. */
const processBytes = 256 * mebibyte;

/**
 * The capacity of a worker that may use `limitBytes`, in bytes.
 * @param share bytes that captures without large images hold together
 */
export function imageCapacity(limitBytes: number, share: number): number {
  return Math.max(0, limitBytes - processBytes - share);
}
