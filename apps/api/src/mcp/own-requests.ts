import { AsyncLocalStorage } from 'node:async_hooks';

/** Distinguishes the requests that this process sends to itself. They have no connection, and cannot follow redirects. */
export type OwnRequests = {
  /** Sends a request. `signal` aborts it. */
  run<Result>(signal: AbortSignal, send: () => Promise<Result>): Promise<Result>;
  /** The signal of the current request; null if it was not sent by `run`. */
  current(): AbortSignal | null;
};

export function createOwnRequests(): OwnRequests {
  const signals = new AsyncLocalStorage<AbortSignal>();
  return {
    // Fastify sends the request only when its promise is awaited.
    run: (signal, send) => signals.run(signal, async () => await send()),
    current: () => signals.getStore() ?? null,
  };
}
