import { type OptionsOf, requestInit } from '../call-options.ts';
import type { CreatedFeed, CreateFeed, Feed, JsonFeed } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** Feeds of changes for feed readers. */
export function feeds(raw: RawClient) {
  return {
    /** Creates a feed. Its addresses cannot be retrieved again. */
    async create(body: CreateFeed, options: OptionsOf<'createFeed'> = {}): Promise<CreatedFeed> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/feeds', { body, ...init }));
    },

    list(options: OptionsOf<'listFeeds'> = {}): List<Feed> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/feeds', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    get(id: number, options: OptionsOf<'getFeed'> = {}): ResourceRead<Feed> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/feeds/{id}', { params: { path: { id } }, ...init }));
    },

    /** The feed in Atom, by the token in its address. */
    async atom(token: string, options: OptionsOf<'getAtomFeed'> = {}): Promise<string> {
      const { init } = requestInit(options);
      const get = { params: { path: { token } }, parseAs: 'text', ...init } as const;
      return unwrap(await raw.GET('/api/v1/shared-feeds/{token}/atom.xml', get));
    },

    /** The feed in JSON Feed, by the token in its address. */
    async json(token: string, options: OptionsOf<'getJsonFeed'> = {}): Promise<JsonFeed> {
      const { init } = requestInit(options);
      const get = { params: { path: { token } }, parseAs: 'text', ...init } as const;
      return JSON.parse(unwrap(await raw.GET('/api/v1/shared-feeds/{token}/feed.json', get)));
    },

    /** The picture of a change, by the token in the address of the feed and the ID of the check: a JPEG image. */
    async picture(
      token: string,
      id: number,
      options: OptionsOf<'getFeedPicture'> = {},
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { init } = requestInit(options);
      const get = { params: { path: { token, id } }, parseAs: 'arrayBuffer', ...init } as const;
      return new Uint8Array(
        unwrap(await raw.GET('/api/v1/shared-feeds/{token}/changes/{id}/picture.jpg', get)),
      );
    },

    /** Deletes a feed. Its addresses stop working. */
    async delete(id: number, options: OptionsOf<'deleteFeed'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/feeds/{id}', { params: { path: { id } }, ...init }));
    },
  };
}
