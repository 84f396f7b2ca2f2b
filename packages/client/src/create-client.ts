import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi.gen.ts';

export type ClientOptions = {
  /** Address of the service, such as `http://127.0.0.1:3000`, without `/api/v1`. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer`. Not needed while authentication is off. */
  apiKey?: string;
  /** Replaces the global `fetch`, for example to use a proxy, to retry or to log. */
  fetch?: (request: Request) => Promise<Response>;
};

/** Responses have the types of their JSON. Use `parseAs` for other bodies. */
type Json = 'application/json' | 'application/problem+json';

/** `GET`, `POST`, `PATCH` and `DELETE` of every path of the API, typed by its OpenAPI document. */
export type ShotclockClient = Client<paths, Json>;

export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): ShotclockClient {
  return createFetchClient<paths, Json>({
    baseUrl,
    ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
