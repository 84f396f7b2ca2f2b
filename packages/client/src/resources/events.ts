import { abortableDelay } from '../abortable-delay.ts';
import { type CallOptions, requestInit } from '../call-options.ts';
import type { StreamEvent } from '../openapi.gen.ts';
import { parseEventStream } from '../parse-event-stream.ts';
import { ProblemError, unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';

/**
 * An event of the account. `ready`: the stream is connected. `reset`: the stream is connected, but events may be missing, so
 * reload the data that you show. Another stream can continue after this event with its `lastEventId`.
 */
export type AccountEvent = StreamEvent & { lastEventId: string };

export type EventOptions = CallOptions & {
  /** Continues after this event. If that event is more than an hour old, the first event of the stream is `reset`. */
  lastEventId?: string;
  /** Maximum time in milliseconds before the client reconnects, unless the API asks for a longer time. Default: 30,000. */
  maxReconnectMs?: number;
  /**
   * Called when the connection has ended or could not be opened, before the client reconnects.
   * @param error why; undefined if the API ended the stream
   */
  onDisconnect?: (error: unknown) => void;
};

const defaultMaxReconnectMs = 30_000;

export function events(raw: RawClient) {
  return {
    /**
     * Yields the events of the account as they happen. Whenever the connection ends, the client reconnects without
     * missing events, until the loop ends or `signal` aborts.
     * @throws ProblemError when the API refuses the stream, for example because the key was revoked; `signal.reason`
     */
    async *stream(options: EventOptions = {}): AsyncGenerator<AccountEvent> {
      const { lastEventId = '', maxReconnectMs = defaultMaxReconnectMs, onDisconnect, ...call } = options;
      const { init } = requestInit(call);
      const { signal } = call;
      let lastId = lastEventId;
      let retryMs = 1_000;
      for (let failures = 0; ; ) {
        let waitMs = 0;
        let cause: unknown;
        try {
          const headers = { ...init.headers, ...(lastId && { 'Last-Event-ID': lastId }) };
          const get = { ...init, headers, parseAs: 'stream' as const };
          const body = unwrap(await raw.GET('/api/v1/events', get)) as ReadableStream<Uint8Array>;
          const handlers = {
            onId: (id: string) => {
              lastId = id;
            },
            onRetry: (ms: number) => {
              retryMs = ms;
            },
          };
          for await (const { event, data } of parseEventStream(body, handlers)) {
            failures = 0;
            yield { event, data: JSON.parse(data), lastEventId: lastId } as AccountEvent;
          }
        } catch (error) {
          if (signal?.aborted || isRefusal(error)) throw error;
          failures += 1;
          cause = error;
          if (error instanceof ProblemError) waitMs = 1_000 * (error.retryAfterSeconds ?? 0);
        }
        onDisconnect?.(cause);
        const backoffMs = Math.min(maxReconnectMs, retryMs * 2 ** failures);
        await abortableDelay(Math.max(backoffMs, waitMs), signal);
      }
    },
  };
}

const isRefusal = (error: unknown) =>
  error instanceof ProblemError && error.status < 500 && error.status !== 429;
