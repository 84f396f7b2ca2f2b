import { type OptionsOf, requestInit } from '../call-options.ts';
import type { ContentChangeActivity, Overview, ScreenshotActivity } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';

/** Recent activity in the account: captures by hour, failing pages, and changes. */
export function overview(raw: RawClient) {
  return async (options: OptionsOf<'getOverview'> = {}): Promise<Overview> => {
    const { init } = requestInit(options);
    return unwrap(await raw.GET('/api/v1/overview', init));
  };
}

export function activity(raw: RawClient) {
  return {
    /** The feed of finished captures, manual and scheduled. */
    screenshots(options: OptionsOf<'listScreenshotActivity'> = {}): List<ScreenshotActivity> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/activity/screenshots', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** The feed of debits and credits for content-change checks. */
    contentChanges(options: OptionsOf<'listContentChangeActivity'> = {}): List<ContentChangeActivity> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/activity/content-changes', {
          params: { query: { ...query, ...position } },
          ...init,
        }),
      );
    },
  };
}
