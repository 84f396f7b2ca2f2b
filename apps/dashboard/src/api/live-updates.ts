// connecting ──open──► live ──error──► connecting (the browser reconnects and resumes) ──refused──► polling ──after a pause──► connecting
// While the page is hidden, the stream is closed: a browser has six HTTP/1.1 connections to a server for all its tabs.
import type { AccountEvent } from '@shotclock/client';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMay } from './access.ts';
import { changesOf } from './changes.ts';
import { openEventStream } from './event-stream.ts';
import { createRefreshQueue } from './refresh-queue.ts';
import { createSignal, useSignal } from './signal.ts';

type LiveState = 'connecting' | 'live' | 'polling';

const state = createSignal<LiveState>('connecting');
const reconnectAfterMs = 30_000;
const closeHiddenAfterMs = 30_000;
const pollEveryMs = 5_000;
const eventNames = ['ready', 'reset', 'screenshot', 'execution', 'content-check', 'schedule'] as const;

/** Milliseconds between two requests of a screen; false while events say what changes, and for what the key may not see. */
export function useRefetchInterval(): number | false {
  const isRefused = useMay('read') === false;
  const isLive = useSignal(state) === 'live';
  return isLive || isRefused ? false : pollEveryMs;
}

export const useLiveState = (): LiveState => useSignal(state);

/** Listens to the events of the account while the component is mounted, and refreshes what they change. */
export function useLiveUpdates(isEnabled: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => (isEnabled ? listen(queryClient) : undefined), [queryClient, isEnabled]);
}

function listen(queryClient: QueryClient): () => void {
  const queue = createRefreshQueue(queryClient);
  let source: EventSource | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  const hasFailed = ({ state: { status } }: Query) => status === 'error';
  /** Changes before the stream are unknown. Requests that have no response yet see them. */
  const refreshAll = () =>
    void queryClient.invalidateQueries({
      predicate: (query) => query.state.dataUpdatedAt > 0 || hasFailed(query),
    });
  /** A stream that resumes has all events, but nothing else repeats the requests that failed meanwhile. */
  const repeatFailed = () => void queryClient.invalidateQueries({ predicate: hasFailed });

  function connect(): void {
    let isFirst = true;
    const stream = openEventStream();
    source = stream.source;
    const fail = () => {
      if (source?.readyState !== EventSource.CLOSED) return state.set('connecting');
      state.set('polling');
      // Perhaps the session has ended. A query finds out.
      refreshAll();
      reconnectTimer = setTimeout(connect, reconnectAfterMs);
    };
    const receive = ({ type, data, lastEventId }: MessageEvent<string>) => {
      if (type === 'reset' || (type === 'ready' && isFirst)) refreshAll();
      else if (type === 'ready') repeatFailed();
      if (type === 'ready' || type === 'reset') {
        isFirst = false;
        state.set('live');
      } else queue.add(changesOf({ event: type, data: JSON.parse(data), lastEventId } as AccountEvent));
    };
    for (const type of eventNames) source.addEventListener(type, receive);
    source.onerror = fail;
    stream.received.forEach(receive);
    if (source.readyState === EventSource.CLOSED) fail();
  }
  function disconnect(): void {
    source?.close();
    source = undefined;
    clearTimeout(reconnectTimer);
    state.set('connecting');
  }
  function onVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(disconnect, closeHiddenAfterMs);
    else if (!source) connect();
  }

  connect();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(hiddenTimer);
    queue.stop();
    disconnect();
  };
}
