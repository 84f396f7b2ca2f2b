import type { Client } from 'openapi-fetch';
import type { paths } from './openapi.gen.ts';

/** Responses have the type of their JSON. Use `parseAs` for other bodies. */
export type Json = 'application/json' | 'application/problem+json';

/** `GET`, `POST`, `PATCH` and `DELETE` for every path of the API, typed by its OpenAPI document. */
export type RawClient = Client<paths, Json>;
