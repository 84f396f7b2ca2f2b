import type { operations } from './openapi.gen.ts';
import type { RetryOptions } from './retrying-fetch.ts';

/** Options of every method, in addition to the query parameters of its operation. */
export type CallOptions = RetryOptions & {
  /** Aborts the call, including its retries. `AbortSignal.timeout(ms)` limits the duration of the whole call. */
  signal?: AbortSignal;
  /** Additional request headers. */
  headers?: Record<string, string>;
  /** For a POST: replaces the automatic key, so that the request can be retried even after a restart. */
  idempotencyKey?: string;
  /** For a PATCH or DELETE: the ETag of the version to change. If there is a newer version, the call fails with 412. */
  ifMatch?: string;
};

type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** The options of an operation: its query parameters and `CallOptions`. */
export type OptionsOf<Operation extends keyof operations> = CallOptions &
  ([QueryOf<Operation>] extends [never] ? unknown : QueryOf<Operation>);

/** Splits the options into the parts of a request. */
export function requestInit<Query>(options: CallOptions & Query) {
  const { signal, headers, idempotencyKey, ifMatch, maxRetries, timeoutMs, ...query } = options;
  return {
    query: query as unknown as Query,
    init: {
      ...(signal && { signal }),
      maxRetries,
      timeoutMs,
      headers: {
        ...headers,
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
    },
  };
}
