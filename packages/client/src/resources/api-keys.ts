import { type OptionsOf, requestInit } from '../call-options.ts';
import type { ApiKey, CreateApiKey, CreatedApiKey, RotateApiKey } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** Requires a key with the `admin` scope. */
export function apiKeys(raw: RawClient) {
  return {
    /** The account's keys, including those that were revoked or expired in the last 90 days. */
    list(options: OptionsOf<'listApiKeys'> = {}): List<ApiKey> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/api-keys', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** Creates a key. The `key` in the result cannot be retrieved again. */
    async create(body: CreateApiKey, options: OptionsOf<'createApiKey'> = {}): Promise<CreatedApiKey> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/api-keys', { body, ...init }));
    },

    get(id: number, options: OptionsOf<'getApiKey'> = {}): ResourceRead<ApiKey> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/api-keys/{id}', { params: { path: { id } }, ...init }));
    },

    /** Replaces a key. The previous one remains valid for `overlapSeconds`. */
    async rotate(
      id: number,
      body: RotateApiKey = {},
      options: OptionsOf<'rotateApiKey'> = {},
    ): Promise<CreatedApiKey> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.POST('/api/v1/api-keys/{id}/rotate', { params, body, ...init }));
    },

    /** Revokes a key: the API rejects all subsequent requests with it. */
    async revoke(id: number, options: OptionsOf<'revokeApiKey'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/api-keys/{id}', { params: { path: { id } }, ...init }));
    },
  };
}
