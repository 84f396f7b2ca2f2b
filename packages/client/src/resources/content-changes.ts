import { type OptionsOf, requestInit } from '../call-options.ts';
import type { CheckContent, ContentCheck } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type Started, startWork } from '../started.ts';

export function contentChanges(raw: RawClient) {
  return {
    /** Starts a content-change check. If the check fails, its price is refunded. */
    create(body: CheckContent, options: OptionsOf<'createContentCheck'> = {}): Started<ContentCheck> {
      const { init } = requestInit(options);
      return startWork({
        signal: options.signal,
        canRespond: true,
        isFinished: ({ status }) => status !== 'PENDING',
        async start(prefer, signal) {
          const options = { ...init, headers: { prefer, ...init.headers }, ...(signal && { signal }) };
          return unwrap(await raw.POST('/api/v1/content-changes', { body, ...options }));
        },
        async read({ id }, signal) {
          const options = { params: { path: { id } }, ...init, ...(signal && { signal }) };
          return unwrap(await raw.GET('/api/v1/content-changes/{id}', options));
        },
      });
    },

    list(options: OptionsOf<'listContentChecks'> = {}): List<ContentCheck> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/content-changes', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    async get(id: number, options: OptionsOf<'getContentCheck'> = {}): Promise<ContentCheck> {
      const { init } = requestInit(options);
      return unwrap(await raw.GET('/api/v1/content-changes/{id}', { params: { path: { id } }, ...init }));
    },

    /** Marks a check as seen. `list` with `seen: false` then omits the check. */
    async markSeen(id: number, options: OptionsOf<'markContentCheckSeen'> = {}): Promise<ContentCheck> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.POST('/api/v1/content-changes/{id}/seen', { params, ...init }));
    },

    /** Accepts the look that a check captured, so that later checks of the same target know it. */
    async accept(id: number, options: OptionsOf<'acceptContentCheck'> = {}): Promise<ContentCheck> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.POST('/api/v1/content-changes/{id}/accept', { params, ...init }));
    },

    async revokeAcceptance(id: number, options: OptionsOf<'revokeAcceptance'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/content-changes/{id}/accept', { params: { path: { id } }, ...init }));
    },

    /** The diff of a check that found a change: an image (PNG unless `format` is given), or a patch as UTF-8 text. */
    async diff(id: number, options: OptionsOf<'getContentCheckDiff'> = {}): Promise<Uint8Array<ArrayBuffer>> {
      const { query, init } = requestInit(options);
      const params = { path: { id }, query };
      const result = await raw.GET('/api/v1/content-changes/{id}/diff', {
        params,
        parseAs: 'arrayBuffer',
        ...init,
      });
      return new Uint8Array(unwrap(result));
    },

    /** The area that changed with its surroundings, in the baseline or in the current image, in the image's own format unless `format` is given. */
    async changeImage(
      id: number,
      side: 'baseline' | 'current',
      options: OptionsOf<'getContentCheckCurrentChange'> = {},
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { query, init } = requestInit(options);
      const request = { params: { path: { id }, query }, parseAs: 'arrayBuffer', ...init } as const;
      const result =
        side === 'baseline'
          ? await raw.GET('/api/v1/content-changes/{id}/change/baseline', request)
          : await raw.GET('/api/v1/content-changes/{id}/change/current', request);
      return new Uint8Array(unwrap(result));
    },
  };
}
