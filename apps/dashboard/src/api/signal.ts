import { useSyncExternalStore } from 'react';

/** A value that is stored outside React and that components can read. */
export type Signal<T> = {
  get(): T;
  set(value: T): void;
  subscribe(onChange: () => void): () => void;
};

export function createSignal<T>(initial: T): Signal<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const notify of listeners) notify();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

export const useSignal = <T>(signal: Signal<T>): T =>
  useSyncExternalStore(signal.subscribe, signal.get, signal.get);
