import type { QueryClient } from '@tanstack/react-query';
import { type Change, concerns } from './changes.ts';
import { refreshQueries } from './refresh-queries.ts';

/** Events that arrive within this time, such as those of one capture, cause a single refresh. */
const collectMs = 150;
/** Minimum interval between refreshes of a screen while captures keep finishing. */
const minIntervalMs = 1_500;

export type RefreshQueue = { add(changes: readonly Change[]): void; stop(): void };

/**
 * Refreshes the queries that changes affect. Collects changes into one refresh, and starts a refresh only when the previous one has
 * completed, so that a slow server receives fewer requests. Does not refresh while the page is hidden.
 */
export function createRefreshQueue(queryClient: QueryClient): RefreshQueue {
  const waiting = new Map<string, Change>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRefreshing = false;
  let lastAt = Number.NEGATIVE_INFINITY;

  function plan(): void {
    if (timer !== undefined || isRefreshing || waiting.size === 0 || document.hidden) return;
    timer = setTimeout(() => void refresh(), Math.max(collectMs, lastAt + minIntervalMs - performance.now()));
  }
  async function refresh(): Promise<void> {
    timer = undefined;
    isRefreshing = true;
    lastAt = performance.now();
    const changes = [...waiting.values()];
    waiting.clear();
    await refreshQueries(queryClient, {
      predicate: ({ queryKey }) => changes.some((change) => concerns(change, queryKey)),
    });
    isRefreshing = false;
    plan();
  }
  document.addEventListener('visibilitychange', plan);
  return {
    add(changes) {
      for (const change of changes) waiting.set(JSON.stringify(change), change);
      plan();
    },
    stop() {
      clearTimeout(timer);
      waiting.clear();
      document.removeEventListener('visibilitychange', plan);
    },
  };
}
