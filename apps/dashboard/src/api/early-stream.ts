// index.html requests the event stream before the scripts are loaded, so that events arrive early. The first request for events uses that response.

type EarlyStream = {
  /** Whether this window holds the lock. */
  isReader: Promise<boolean>;
  response?: Promise<Response>;
  connection: AbortController;
  releaseLock?: () => void;
};

declare global {
  var earlyEvents: EarlyStream | undefined;
}

/** A stream that does not start must not delay the data of a screen. */
const maxWaitMs = 2_000;
const early = globalThis.earlyEvents;

let resolveListening: () => void = () => undefined;

/**
 * Resolves when events start to arrive, when the stream fails, or after `maxWaitMs`; immediately without an early stream. Read
 * requests wait for this, because a request before the first event would be repeated.
 */
export const isListening: Promise<void> = new Promise((resolve) => {
  resolveListening = resolve;
  if (early) setTimeout(resolve, maxWaitMs);
  else resolve();
});

/** Reports that events are arriving, or that the stream has failed. */
export function reportListening(): void {
  resolveListening();
}

/** Returns the stream that index.html has started, to the first caller only. */
export function takeEarlyStream(): EarlyStream | undefined {
  const { earlyEvents } = globalThis;
  globalThis.earlyEvents = undefined;
  return earlyEvents;
}

/** The early response, if this is the first request for events. */
export function earlyResponse(request: Request): Promise<Response> | undefined {
  if (!early?.response || !isEventRequest(request)) return undefined;
  const { response, connection } = early;
  delete early.response;
  request.signal.addEventListener('abort', () => connection.abort(request.signal.reason));
  return response;
}

export const isEventRequest = ({ url }: Request): boolean => new URL(url).pathname === '/api/v1/events';
