import createFetchClient from 'openapi-fetch';
import type { paths } from './openapi.gen.ts';
import type { Json, RawClient } from './raw-client.ts';
import { createResources, type Resources } from './resources/resources.ts';
import { createRetryingFetch, type Fetch, type RetryOptions } from './retrying-fetch.ts';

export type ClientOptions = RetryOptions & {
  /** URL of the service, such as `http://127.0.0.1:3000`. A trailing `/api/v1` is ignored. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer`. Not needed if authentication is disabled. */
  apiKey?: string;
  /** Replaces the global `fetch`, for example to use a proxy or to log. Called for each attempt. */
  fetch?: Fetch;
  /** Sends every POST with an `Idempotency-Key`, so that it can be retried. Default: true. */
  idempotencyKeys?: boolean;
};

/** The resources of the API, and the methods `GET`, `POST`, `PATCH` and `DELETE` for every path. */
export type ShotclockClient = RawClient & Resources;

/** Creates a client. A client holds no connections or other resources, so it does not have to be closed. */
export function createClient(options: ClientOptions): ShotclockClient {
  const { baseUrl, apiKey, fetch, idempotencyKeys = true, ...limits } = options;
  const streamed = new WeakSet<Request>();
  const raw = createFetchClient<paths, Json>({
    // The paths of the operations begin with `/api/v1`.
    baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, ''),
    ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
    fetch: createRetryingFetch({
      fetch: fetch ?? ((request) => globalThis.fetch(request)),
      limits,
      idempotencyKeys,
      isStreamed: (request) => streamed.has(request),
    }),
  });
  raw.use({
    onRequest({ request, options }) {
      if (options.parseAs === 'stream') streamed.add(request);
    },
  });
  return Object.assign(raw, createResources(raw));
}
