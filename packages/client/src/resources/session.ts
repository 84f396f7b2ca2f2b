import { type OptionsOf, requestInit } from '../call-options.ts';
import type { Session } from '../openapi.gen.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** For pages that the API serves: the browser stores the session token in a cookie and sends it with the page's requests. */
export function session(raw: RawClient) {
  return {
    /** Signs in with an API key. */
    async create(key: string, options: OptionsOf<'createSession'> = {}): Promise<Session> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/session', { body: { key }, ...init }));
    },

    get(options: OptionsOf<'getSession'> = {}): ResourceRead<Session> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/session', init));
    },

    /** Signs out. */
    async delete(options: OptionsOf<'deleteSession'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/session', init));
    },
  };
}
