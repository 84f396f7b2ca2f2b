import {
  type ExpandedScreenshot,
  type Page,
  type PageRequest,
  pageOf,
  type ScreenshotExpansion,
  type SortField,
} from '@shotclock/contracts';
import {
  listScreenshots as listRows,
  noScreenshotFilter,
  type Queryable,
  type ScreenshotFilter,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { expandedScreenshots } from './expanded-screenshots.ts';

export type ScreenshotListRequest = PageRequest<SortField<'screenshots'>> &
  Partial<ScreenshotFilter> & { expand?: ReadonlySet<ScreenshotExpansion> };

/** Lists screenshots in any state. Filtering by a nonexistent ID returns an empty page. */
export async function listScreenshots(
  ctx: CoreContext,
  input: ScreenshotListRequest,
): Promise<Page<ExpandedScreenshot>> {
  return ctx.db.snapshot((tx) => screenshotPage(ctx, tx, input));
}

/** Like `listScreenshots`, but in the caller's snapshot. */
export async function screenshotPage(
  ctx: CoreContext,
  tx: Queryable,
  input: ScreenshotListRequest,
): Promise<Page<ExpandedScreenshot>> {
  const filter = { ...noScreenshotFilter, ...input };
  const ids = [filter.scheduleId, filter.executionId, filter.itemId];
  // IDs are safe integers, so larger numbers cannot match.
  if (ids.some((id) => id !== null && id > Number.MAX_SAFE_INTEGER)) return pageOf([], { total: 0 }, input);
  const found = await listRows(tx, ctx, filter);
  return pageOf(await expandedScreenshots(ctx, tx, found.rows, input.expand ?? new Set()), found, input);
}
