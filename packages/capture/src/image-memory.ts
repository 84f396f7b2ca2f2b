/** The memory for the images of one capture. */
export type ImageMemory = {
  /**
   * Resolves when `bytes` are available for the image. First frees the memory that this capture already holds. A capture
   * that already holds memory takes precedence over captures that hold none, so that captures in progress finish first.
   * @throws `signal.reason`
   */
  acquire(bytes: number, signal: AbortSignal): Promise<void>;
  /** Returns all memory except `bytes`. */
  reduce(bytes: number): void;
  /** Returns all memory. Call this only when nothing uses the memory anymore. */
  release(): void;
};

type Waiting = { bytes: number; hasBegun: boolean; begin(): void };

/**
 * Limits the memory that the images of all captures in this process use at the same time. Captures wait in order of
 * arrival and hold nothing while they wait, so they cannot deadlock. A capture that needs more than the capacity uses the
 * memory exclusively.
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

  function enter(entry: Waiting): void {
    const behind = entry.hasBegun ? queue.findIndex((one) => !one.hasBegun) : -1;
    queue.splice(behind === -1 ? queue.length : behind, 0, entry);
  }

  return {
    open() {
      let held = 0;
      const reduce = (bytes: number) => {
        if (bytes >= held) return;
        used -= held - bytes;
        held = bytes;
        admit();
      };
      return {
        reduce,
        release: () => reduce(0),
        async acquire(bytes, signal) {
          signal.throwIfAborted();
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          let waits = true;
          const entry: Waiting = {
            bytes,
            hasBegun: held > 0,
            begin() {
              held = bytes;
              waits = false;
              resolve();
            },
          };
          const abort = () => {
            queue = queue.filter((one) => one !== entry);
            reject(signal.reason);
            admit();
          };
          // Do this before the memory is returned, because that would admit another capture.
          enter(entry);
          reduce(0);
          signal.addEventListener('abort', abort, { once: true });
          admit();
          if (waits) onWait(bytes);
          await promise.finally(() => signal.removeEventListener('abort', abort));
        },
      };
    },
  };
}

const mebibyte = 1_024 * 1_024;
/** Memory that the process needs when no captures are running. */
const processBytes = 256 * mebibyte;

/**
 * The number of bytes that the images of a worker may use if its process may use `limitBytes`.
 * @param share bytes that all captures without large images may hold together
 */
export function imageCapacity(limitBytes: number, share: number): number {
  return Math.max(0, limitBytes - processBytes - share);
}
