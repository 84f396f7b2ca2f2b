import { type OptionsOf, requestInit } from '../call-options.ts';
import type { CreateTimeLapse, TimeLapse } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';
import { type Started, startWork } from '../started.ts';

export function timeLapses(raw: RawClient) {
  return {
    /**
     * Starts the creation of an animated image from an item's captures. Once it has succeeded, `timeLapses.image(id)` returns the
     * image.
     */
    create(
      itemId: number,
      body: CreateTimeLapse = {},
      options: OptionsOf<'createTimeLapse'> = {},
    ): Started<TimeLapse> {
      const { init } = requestInit(options);
      return startWork({
        signal: options.signal,
        canRespond: false,
        isFinished: ({ status }) => status === 'SUCCESS' || status === 'FAILED',
        async start(_prefer, signal) {
          const params = { path: { itemId } };
          return unwrap(
            await raw.POST('/api/v1/items/{itemId}/time-lapse', {
              params,
              body,
              ...init,
              ...(signal && { signal }),
            }),
          );
        },
        async read({ id }, signal) {
          const get = { params: { path: { id } }, ...init, ...(signal && { signal }) };
          return unwrap(await raw.GET('/api/v1/time-lapses/{id}', get));
        },
      });
    },

    /** The time-lapses of an item, including unfinished ones. */
    list(itemId: number, options: OptionsOf<'listTimeLapses'> = {}): List<TimeLapse> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/items/{itemId}/time-lapses', {
          params: { path: { itemId }, query: { ...query, ...position } },
          ...init,
        }),
      );
    },

    get(id: number, options: OptionsOf<'getTimeLapse'> = {}): ResourceRead<TimeLapse> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/time-lapses/{id}', { params: { path: { id } }, ...init }));
    },

    /** The animated WebP. */
    async image(id: number, options: OptionsOf<'getTimeLapseImage'> = {}): Promise<Uint8Array<ArrayBuffer>> {
      const { init } = requestInit(options);
      const get = { params: { path: { id } }, parseAs: 'arrayBuffer' as const, ...init };
      return new Uint8Array(unwrap(await raw.GET('/api/v1/time-lapses/{id}/image', get)));
    },

    /** Deletes a time-lapse and its image. A time-lapse in progress is canceled. */
    async delete(id: number, options: OptionsOf<'deleteTimeLapse'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/time-lapses/{id}', { params: { path: { id } }, ...init }));
    },
  };
}
