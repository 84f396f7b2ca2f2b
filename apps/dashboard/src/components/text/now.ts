import { useSyncExternalStore } from 'react';

const tickMs = 5_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(onTick: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, tickMs);
  }
  listeners.add(onTick);
  return () => {
    listeners.delete(onTick);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const current = () => now;

/** The current time in milliseconds. All components share one clock, which ticks every 5 seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, current, current);
