// One browser window reads the events and sends them to the others, because all windows of a browser share six HTTP/1.1 connections to a
// server. The window that holds the lock reads the events:
//   joined ──lock──► reads the stream ──hidden, closed──► left; the next window with the lock continues after the last event
// If locks are unavailable (over plain HTTP, except on localhost), each window reads its own stream.

import type { AccountEvent } from '@shotclock/client';
import { client } from './client.ts';
import { reportListening, takeEarlyStream } from './early-stream.ts';

/** How the events arrive: `polling` after the server has rejected the stream. */
export type StreamState = 'connecting' | 'live' | 'polling';
type Handlers = { onEvent: (event: AccountEvent) => void; onState: (state: StreamState) => void };

/** Messages between windows: a new window asks for the state, and the reading window forwards events. */
type Message =
  | { kind: 'question' }
  | { kind: 'state'; state: StreamState; lastEventId: string }
  | { kind: 'event'; event: AccountEvent };

const lockName = 'shotclock-account-events';
const channelName = 'shotclock-account-events';
/** A user may be watching, so the stream must resume soon after an outage. */
const maxReconnectMs = 2_000;
const retryRejectedAfterMs = 30_000;

/** Receives the account's events. The returned function stops this, so that another window can read the stream. */
export function joinEventStream({ onEvent, onState }: Handlers): () => void {
  const locks = navigator.locks as LockManager | undefined;
  const channel = locks && new BroadcastChannel(channelName);
  const leaving = new AbortController();
  const { signal } = leaving;
  let isReader = false;
  let state: StreamState = 'connecting';
  let wasLive = false;
  let lastEventId = '';
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let releaseLock: (() => void) | undefined;

  const tell = (message: Message) => channel?.postMessage(message);
  const tellState = () => tell({ kind: 'state', state, lastEventId });

  function setState(next: StreamState): void {
    if (signal.aborted) return;
    state = next;
    if (next === 'live') wasLive = true;
    if (isReader) tellState();
    if (isReader || next !== 'connecting') reportListening();
    onState(next);
  }
  function receive(event: AccountEvent): void {
    lastEventId = event.lastEventId || lastEventId;
    onEvent(event);
  }
  function read(sent: AccountEvent): void {
    // Without an event ID, this window cannot know which events it missed.
    const isGap = sent.event === 'ready' && wasLive && lastEventId === '';
    const event: AccountEvent = isGap ? { ...sent, event: 'reset' } : sent;
    receive(event);
    tell({ kind: 'event', event });
    if (event.event === 'ready' || event.event === 'reset') setState('live');
  }
  async function readStream(release: (() => void) | undefined): Promise<void> {
    isReader = true;
    releaseLock = release;
    const onDisconnect = () => setState('connecting');
    try {
      const options = { lastEventId, maxReconnectMs, maxRetries: 0, onDisconnect, signal };
      for await (const event of client.events.stream(options)) if (!signal.aborted) read(event);
    } catch {
      setState('polling');
      if (!signal.aborted) retryTimer = setTimeout(() => void readStream(release), retryRejectedAfterMs);
    }
  }
  async function join(): Promise<void> {
    const early = takeEarlyStream();
    if (early && (await early.isReader)) {
      if (!signal.aborted) return readStream(early.releaseLock);
      early.connection.abort();
      early.releaseLock?.();
    }
    if (!locks) return readStream(undefined);
    tell({ kind: 'question' });
    const hold = () => new Promise<void>((release) => void readStream(release));
    await locks.request(lockName, { signal }, hold).catch(() => undefined);
  }

  channel?.addEventListener('message', ({ data: message }: MessageEvent<Message>) => {
    if (isReader) {
      if (message.kind === 'question') tellState();
    } else if (message.kind === 'event') receive(message.event);
    else if (message.kind === 'state') {
      lastEventId = message.lastEventId || lastEventId;
      setState(message.state);
    }
  });
  void join();
  return () => {
    leaving.abort();
    clearTimeout(retryTimer);
    channel?.close();
    releaseLock?.();
  };
}
