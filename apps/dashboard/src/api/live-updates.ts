// A hidden page leaves the stream, because browsers suspend hidden windows and the reading window must serve all others.
import type { AccountEvent } from '@shotclock/client';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMay } from './access.ts';
import { changesOf } from './changes.ts';
import { joinEventStream, type StreamState } from './event-stream.ts';
import { createRefreshQueue } from './refresh-queue.ts';
import { createSignal, useSignal } from './signal.ts';

const state = createSignal<StreamState>('connecting');
const leaveHiddenAfterMs = 30_000;
const pollEveryMs = 5_000;

/** Polling interval in milliseconds; false while events arrive, and if the key lacks the `read` scope. */
export function useRefetchInterval(): number | false {
  const isRefused = useMay('read') === false;
  const isLive = useSignal(state) === 'live';
  return isLive || isRefused ? false : pollEveryMs;
}

export const useLiveState = (): StreamState => useSignal(state);

/** While the component is mounted, listens to the account's events and refreshes the affected queries. */
export function useLiveUpdates(isEnabled: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => (isEnabled ? listen(queryClient) : undefined), [queryClient, isEnabled]);
}

function listen(queryClient: QueryClient): () => void {
  const queue = createRefreshQueue(queryClient);
  let leave: (() => void) | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  const hasFailed = ({ state: { status } }: Query) => status === 'error';
  /** Earlier changes are unknown, so this repeats all queries except pending first requests, which include these changes. */
  const refreshAll = () =>
    void queryClient.invalidateQueries({
      predicate: (query) => query.state.dataUpdatedAt > 0 || hasFailed(query),
    });
  /** A resumed stream has not missed any events, but requests may have failed during the interruption. */
  const repeatFailed = () => void queryClient.invalidateQueries({ predicate: hasFailed });

  function connect(): void {
    let wasLive = false;
    leave = joinEventStream({
      onEvent(event: AccountEvent) {
        if (event.event === 'reset') refreshAll();
        else if (event.event === 'ready') repeatFailed();
        else queue.add(changesOf(event));
      },
      onState(next) {
        // The session may have ended, which the next query will reveal.
        if (next === 'polling' || (next === 'live' && !wasLive)) refreshAll();
        wasLive ||= next === 'live';
        state.set(next);
      },
    });
  }
  function disconnect(): void {
    leave?.();
    leave = undefined;
    state.set('connecting');
  }
  function onVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(disconnect, leaveHiddenAfterMs);
    else if (!leave) connect();
  }

  connect();
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('freeze', disconnect);
  globalThis.addEventListener('pagehide', disconnect);
  globalThis.addEventListener('pageshow', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('freeze', disconnect);
    globalThis.removeEventListener('pagehide', disconnect);
    globalThis.removeEventListener('pageshow', onVisibility);
    clearTimeout(hiddenTimer);
    queue.stop();
    disconnect();
  };
}
