import { processTreeMemory } from './process-memory.ts';

/** A page that allocates as fast as it can adds a few hundred MiB in this time. */
const intervalMs = 500;

/**
 * Measures the memory of `pid` and its descendants until it is disposed, and calls `exceeded` once when it is above
 * `bytes`. Short captures end before the first measurement.
 */
export function guardMemory(pid: number, bytes: number, exceeded: () => void): Disposable {
  let active = true;
  const measure = async () => {
    const used = await processTreeMemory(pid, bytes);
    if (!active || used === null) return;
    if (used > bytes) exceeded();
    else timer = setTimeout(measure, intervalMs);
  };
  let timer = setTimeout(measure, intervalMs);
  return {
    [Symbol.dispose]() {
      active = false;
      clearTimeout(timer);
    },
  };
}
