import { type OptionsOf, requestInit } from '../call-options.ts';
import type { CreatedShare, CreateShare, Share } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** Public links to the images of screenshots. */
export function shares(raw: RawClient) {
  return {
    /** Shares an image. The `url` in the result cannot be retrieved again. */
    async create(
      screenshotId: number,
      body: CreateShare = {},
      options: OptionsOf<'createShare'> = {},
    ): Promise<CreatedShare> {
      const { init } = requestInit(options);
      const params = { path: { screenshotId } };
      return unwrap(await raw.POST('/api/v1/screenshots/{screenshotId}/share', { params, body, ...init }));
    },

    /** The links to the image, including expired ones. */
    list(screenshotId: number, options: OptionsOf<'listShares'> = {}): List<Share> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/screenshots/{screenshotId}/shares', {
          params: { path: { screenshotId }, query: { ...query, ...position } },
          ...init,
        }),
      );
    },

    get(screenshotId: number, shareId: number, options: OptionsOf<'getShare'> = {}): ResourceRead<Share> {
      const { init } = requestInit(options);
      const params = { path: { screenshotId, shareId } };
      return readResource(
        raw.GET('/api/v1/screenshots/{screenshotId}/shares/{shareId}', { params, ...init }),
      );
    },

    /** The shared image, by the token at the end of the URL. */
    async image(token: string, options: OptionsOf<'getSharedImage'> = {}): Promise<Uint8Array<ArrayBuffer>> {
      const { init } = requestInit(options);
      const get = { params: { path: { token } }, parseAs: 'arrayBuffer' as const, ...init };
      return new Uint8Array(unwrap(await raw.GET('/api/v1/shared/{token}', get)));
    },

    /** Revokes a link. */
    async revoke(
      screenshotId: number,
      shareId: number,
      options: OptionsOf<'revokeShare'> = {},
    ): Promise<void> {
      const { init } = requestInit(options);
      const params = { path: { screenshotId, shareId } };
      unwrap(await raw.DELETE('/api/v1/screenshots/{screenshotId}/shares/{shareId}', { params, ...init }));
    },
  };
}
