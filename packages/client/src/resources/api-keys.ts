import { type OptionsOf, requestInit } from '../call-options.ts';
import type { ApiKey, CreateApiKey, CreatedApiKey, RotateApiKey } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';

/** Needs a key with the scope `admin`. */
export function apiKeys(raw: RawClient) {
  return {
    /** The keys of the account, and for 90 days the revoked and expired ones. */
    list(options: OptionsOf<'listApiKeys'> = {}): List<ApiKey> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/api-keys', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** Creates a key. `key` of the result cannot be read again. */
    async create(body: CreateApiKey, options: OptionsOf<'createApiKey'> = {}): Promise<CreatedApiKey> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/api-keys', { body, ...init }));
    },

    async get(id: number, options: OptionsOf<'getApiKey'> = {}): Promise<ApiKey> {
      const { init } = requestInit(options);
      return unwrap(await raw.GET('/api/v1/api-keys/{id}', { params: { path: { id } }, ...init }));
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

    /** Refuses requests with the key from now on. */
    async revoke(id: number, options: OptionsOf<'revokeApiKey'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/api-keys/{id}', { params: { path: { id } }, ...init }));
    },
  };
}
