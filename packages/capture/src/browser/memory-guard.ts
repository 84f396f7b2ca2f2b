import { processTreeMemory } from './process-memory.ts';

/** A page that fills memory as fast as it can adds some hundred MiB in this time. */
const lookEveryMs = 500;

/**
 * Looks at the memory of `pid` and everything that it started until it is disposed, and calls `exceeded` once when it is
 * above `bytes`. Short captures end before the first look.
 */
export function guardMemory(pid: number, bytes: number, exceeded: () => void): Disposable {
  let watching = true;
  const look = async () => {
    const held = await processTreeMemory(pid, bytes);
    if (!watching || held === null) return;
    if (held > bytes) exceeded();
    else timer = setTimeout(look, lookEveryMs);
  };
  let timer = setTimeout(look, lookEveryMs);
  return {
    [Symbol.dispose]() {
      watching = false;
      clearTimeout(timer);
    },
  };
}
