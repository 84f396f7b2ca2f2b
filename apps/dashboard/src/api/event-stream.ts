// The page opens the stream before it has the scripts (index.html). What is read after its first event needs no repetition, so requests
// wait for that event: it arrives while the scripts are loaded.

/** A stream, and the events that it has delivered before anything listened. */
export type EventStream = { source: EventSource; received: MessageEvent<string>[] };

declare global {
  var earlyEvents: EventStream | undefined;
}

/** A stream that does not begin must not keep a screen from its data. */
const longestWaitMs = 2_000;

let early = globalThis.earlyEvents;

/** Resolves when the first stream has begun or failed. */
export const isListening: Promise<void> = new Promise((resolve) => {
  if (!early || early.received.length > 0 || early.source.readyState === EventSource.CLOSED) return resolve();
  for (const name of ['ready', 'reset', 'error']) early.source.addEventListener(name, () => resolve());
  setTimeout(resolve, longestWaitMs);
});

/** The stream of the page if it was not taken yet, or a new one. */
export function openEventStream(): EventStream {
  const stream = early ?? { source: new EventSource('/api/v1/events'), received: [] };
  early = undefined;
  return stream;
}
