import { type OptionsOf, requestInit } from '../call-options.ts';
import type { AccountSession } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** The signed-in browsers. Requires a key with the `admin` scope. */
export function sessions(raw: RawClient) {
  return {
    list(options: OptionsOf<'listSessions'> = {}): List<AccountSession> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/sessions', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    get(id: number, options: OptionsOf<'getAccountSession'> = {}): ResourceRead<AccountSession> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/sessions/{id}', { params: { path: { id } }, ...init }));
    },

    /** Signs out a browser. */
    async revoke(id: number, options: OptionsOf<'revokeSession'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/sessions/{id}', { params: { path: { id } }, ...init }));
    },
  };
}
