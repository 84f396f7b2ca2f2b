import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi.gen.ts';

export type ClientOptions = {
  /** Address of the service, such as `http://127.0.0.1:3000`: without `/api/v1`, which every path starts with. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer`; a service that asks nobody for a key needs none. */
  apiKey?: string;
  /** Instead of the global `fetch`: to go through a proxy, to try again, to log. */
  fetch?: (request: Request) => Promise<Response>;
};

/** Answers are typed as their JSON; bytes are asked for with `parseAs`. */
type Json = 'application/json' | 'application/problem+json';

/** `GET`, `POST`, … of every path of the interface, typed by it (openapi-fetch). */
export type ShotclockClient = Client<paths, Json>;

export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): ShotclockClient {
  return createFetchClient<paths, Json>({
    baseUrl,
    ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
