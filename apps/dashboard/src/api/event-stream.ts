// One window of the browser reads the events and sends them to the others, because a browser has six HTTP/1.1 connections to a server for all
// its windows. The window that holds the lock reads them:
//   joined ──lock──► reads the stream ──hidden, closed──► left; the next window with the lock continues after the last event
// Where there are no locks (plain HTTP, except on localhost), each window reads a stream of its own.

/** How the events arrive: `polling` after the server has refused the stream. */
export type StreamState = 'connecting' | 'live' | 'polling';
export type StreamEvent = { type: string; data: string; lastEventId: string };
type Handlers = { onEvent: (event: StreamEvent) => void; onState: (state: StreamState) => void };

/** Messages between windows: a new window asks for the state, and the reading window forwards events. */
type Message =
  | { kind: 'question' }
  | { kind: 'state'; state: StreamState; lastEventId: string }
  | { kind: 'event'; event: StreamEvent };

/** What index.html starts before the scripts are loaded, so that events arrive early. */
type EarlyStream = {
  /** Whether this window has the lock. */
  isReader: Promise<boolean>;
  source?: EventSource;
  /** What arrived before anything listened. */
  received: MessageEvent<string>[];
  releaseLock?: () => void;
};

declare global {
  var earlyEvents: EarlyStream | undefined;
}

const lockName = 'shotclock-events';
const channelName = 'shotclock-events';
const eventNames = ['ready', 'reset', 'screenshot', 'execution', 'content-check', 'schedule'];
const reconnectAfterMs = 30_000;
/** A stream that does not start must not delay the data of a screen. */
const longestWaitMs = 2_000;

let early = globalThis.earlyEvents;
let hasBegun: () => void = () => undefined;

/**
 * Resolves when events arrive, or when the stream has failed. What is read after the first event needs no repetition, so requests wait for it.
 */
export const isListening: Promise<void> = new Promise((resolve) => {
  hasBegun = resolve;
  if (early) setTimeout(resolve, longestWaitMs);
  else resolve();
});

/** Receives the events of the account. Returns the function that stops it, after which another window can read the stream. */
export function joinEventStream({ onEvent, onState }: Handlers): () => void {
  const locks = navigator.locks as LockManager | undefined;
  const channel = locks && new BroadcastChannel(channelName);
  const leaving = new AbortController();
  let isReader = false;
  let state: StreamState = 'connecting';
  let wasLive = false;
  let lastEventId = '';
  let source: EventSource | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let releaseLock: (() => void) | undefined;

  const tell = (message: Message) => channel?.postMessage(message);
  const tellState = () => tell({ kind: 'state', state, lastEventId });

  function setState(next: StreamState): void {
    state = next;
    if (next === 'live') wasLive = true;
    if (isReader) tellState();
    if (isReader || next !== 'connecting') hasBegun();
    onState(next);
  }
  function receive(event: StreamEvent): void {
    lastEventId = event.lastEventId || lastEventId;
    onEvent(event);
  }
  function connect(begun?: EarlyStream): void {
    // Without an event ID, this window cannot know which events it missed.
    const isGap = wasLive && lastEventId === '';
    const query = lastEventId === '' ? '' : `?${new URLSearchParams({ lastEventId })}`;
    source = begun?.source ?? new EventSource(`/api/v1/events${query}`);
    const read = (message: MessageEvent<string>) => {
      const type = message.type === 'ready' && isGap ? 'reset' : message.type;
      const event = { type, data: message.data, lastEventId: message.lastEventId };
      receive(event);
      tell({ kind: 'event', event });
      if (type === 'ready' || type === 'reset') setState('live');
    };
    const fail = () => {
      if (source?.readyState !== EventSource.CLOSED) return setState('connecting');
      setState('polling');
      reconnectTimer = setTimeout(connect, reconnectAfterMs);
    };
    for (const name of eventNames) source.addEventListener(name, read);
    source.onerror = fail;
    begun?.received.forEach(read);
    if (source.readyState === EventSource.CLOSED) fail();
  }
  function readStream(release: (() => void) | undefined, begun?: EarlyStream): void {
    isReader = true;
    releaseLock = release;
    connect(begun);
  }
  async function join(): Promise<void> {
    const begun = early;
    early = undefined;
    if (begun && (await begun.isReader)) {
      if (!leaving.signal.aborted) return readStream(begun.releaseLock, begun);
      begun.source?.close();
      begun.releaseLock?.();
    }
    if (!locks) return readStream(undefined);
    tell({ kind: 'question' });
    const hold = () => new Promise<void>((release) => readStream(release));
    await locks.request(lockName, { signal: leaving.signal }, hold).catch(() => undefined);
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
    clearTimeout(reconnectTimer);
    source?.close();
    channel?.close();
    releaseLock?.();
  };
}
