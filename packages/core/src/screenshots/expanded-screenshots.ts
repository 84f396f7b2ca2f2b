import { canonicalOptions, type ExpandedScreenshot, type ScreenshotExpansion } from '@shotclock/contracts';
import { findPageRecords, findTitles, findVerdicts, type Queryable, type ScreenshotRow } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { captureDetails } from './capture-details.ts';
import { failureImageUrl, screenshotResource } from './screenshot-resource.ts';

/** Screenshot resources with the requested expansions, in the same order. */
export async function expandedScreenshots(
  ctx: CoreContext,
  tx: Queryable,
  rows: ScreenshotRow[],
  expand: ReadonlySet<ScreenshotExpansion>,
): Promise<ExpandedScreenshot[]> {
  const { links } = ctx;
  const key = { accountId: ctx.accountId, screenshotIds: rows.map(({ id }) => id) };
  const captures = expand.has('capture') ? await captureDetails(tx, ctx, rows) : null;
  const pages = expand.has('page') ? await findPageRecords(tx, key) : null;
  const titles = expand.has('title') ? await findTitles(tx, key) : null;
  const verdicts = expand.has('verdict') ? await findVerdicts(tx, key) : null;
  return rows.map((row, index) => ({
    ...screenshotResource(row, links),
    ...(captures && { capture: captures[index]! }),
    ...(pages && { page: pages.get(row.id) ?? null }),
    ...(titles && { title: titles.get(row.id) ?? null }),
    ...(verdicts && { verdict: verdicts.get(row.id) ?? null }),
    ...(expand.has('options') && { options: canonicalOptions(row.options) }),
    ...(expand.has('failureImage') && { failureImageUrl: failureImageUrl(links, row) }),
  }));
}
