import { AsyncLocalStorage } from 'node:async_hooks';

/** Distinguishes the requests that this process sends to itself. */
export type OwnRequests = {
  /** Sends requests. */
  run<Result>(send: () => Promise<Result>): Promise<Result>;
  /** Whether the current request was sent by `run`. It cannot follow redirects to the object store. */
  isCurrent(): boolean;
};

export function createOwnRequests(): OwnRequests {
  const inside = new AsyncLocalStorage<boolean>();
  return {
    // Fastify sends the request only when its promise is awaited.
    run: (send) => inside.run(true, async () => await send()),
    isCurrent: () => inside.getStore() === true,
  };
}
