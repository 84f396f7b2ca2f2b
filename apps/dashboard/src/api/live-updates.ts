// connecting ──open──► live ──error──► connecting (the browser reconnects and resumes) ──closed──► polling ──after a pause──► connecting
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createSignal, useSignal } from './signal.ts';

type LiveState = 'connecting' | 'live' | 'polling';

const state = createSignal<LiveState>('connecting');
const reconnectAfterMs = 60_000;
/** Events of one capture arrive together. One refresh is enough for all of them. */
const collectMs = 500;
const pollEveryMs = 5_000;
/** Events are hints. A screen that missed one is wrong for no longer than this. */
const pollLiveEveryMs = 20_000;

/** The names of events, with the paths of the API whose responses they change. */
const affected: Record<string, readonly string[]> = {
  execution: ['/executions', '/schedules'],
  screenshot: ['/screenshots', '/history', '/me'],
  'content-check': ['/content-changes', '/wallet', '/history'],
  schedule: ['/schedules'],
};

/** Milliseconds between two requests of a screen that shows work in progress. */
export function useRefetchInterval(): number {
  return useSignal(state) === 'live' ? pollLiveEveryMs : pollEveryMs;
}

export const useLiveState = (): LiveState => useSignal(state);

/** Listens to the events of the account while the component is mounted, and refreshes what they change. */
export function useLiveUpdates(isEnabled: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => (isEnabled ? listen(queryClient) : undefined), [queryClient, isEnabled]);
}

function listen(queryClient: QueryClient): () => void {
  const changed = new Set<string>();
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;

  function refresh(): void {
    refreshTimer = undefined;
    const paths = [...changed];
    changed.clear();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => paths.some((path) => String(queryKey[1]).includes(path)),
    });
  }
  function note(name: string): void {
    for (const path of affected[name] ?? []) changed.add(path);
    refreshTimer ??= setTimeout(refresh, collectMs);
  }
  function connect(): void {
    source = new EventSource('/api/v1/events');
    source.onopen = () => state.set('live');
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return state.set('connecting');
      state.set('polling');
      reconnectTimer = setTimeout(connect, reconnectAfterMs);
    };
    for (const name of Object.keys(affected)) source.addEventListener(name, () => note(name));
    // Events since the last one are lost.
    source.addEventListener('reset', () => void queryClient.invalidateQueries());
  }

  connect();
  return () => {
    source?.close();
    clearTimeout(refreshTimer);
    clearTimeout(reconnectTimer);
    state.set('connecting');
  };
}
