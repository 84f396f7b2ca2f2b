import type { ExpandedScreenshot, ScreenshotExpansion } from '@shotclock/contracts';
import type { Queryable, ScreenshotRow } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { captureDetails } from './capture-details.ts';
import { failureImageUrl, screenshotResource } from './screenshot-resource.ts';

/** The resources of the screenshots with the requested expansions, in the same order. */
export async function expandedScreenshots(
  ctx: CoreContext,
  tx: Queryable,
  rows: ScreenshotRow[],
  expand: ReadonlySet<ScreenshotExpansion>,
): Promise<ExpandedScreenshot[]> {
  const { links } = ctx;
  const captures = expand.has('capture') ? await captureDetails(tx, ctx, rows) : null;
  return rows.map((row, index) => ({
    ...screenshotResource(row, links),
    ...(captures && { capture: captures[index]! }),
    ...(expand.has('failureImage') && { failureImageUrl: failureImageUrl(links, row) }),
  }));
}
