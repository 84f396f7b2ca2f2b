import type { ExpandedScreenshot, ScreenshotExpansion } from '@shotclock/contracts';
import { findScreenshot, findScreenshotFields } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { expandedScreenshots } from './expanded-screenshots.ts';
import { artifactUrls } from './screenshot-resource.ts';

/**
 * Reads one screenshot, manual or scheduled (specification, section 4.4).
 * @throws CoreError not_found
 */
export async function getScreenshot(
  ctx: CoreContext,
  input: { screenshotId: number; expand?: ReadonlySet<ScreenshotExpansion> },
): Promise<ExpandedScreenshot> {
  const { screenshotId, expand } = input;
  const key = { accountId: ctx.accountId, screenshotId };
  if (!expand?.size) {
    const found = await findScreenshotFields(ctx.db.orm, key);
    if (!found) throw notFound('screenshot', screenshotId);
    const { fields, extractHtml, extractText } = found;
    const row = { id: screenshotId, accountId: ctx.accountId, extractHtml, extractText };
    return { ...fields, ...artifactUrls(ctx.links, row) };
  }
  return ctx.db.snapshot(async (tx) => {
    const row = await findScreenshot(tx, key);
    if (!row) throw notFound('screenshot', screenshotId);
    const [screenshot] = await expandedScreenshots(ctx, tx, [row], expand);
    return screenshot!;
  });
}
