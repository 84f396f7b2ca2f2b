import type { ExpandedScreenshot, ScreenshotExpansion } from '@shotclock/contracts';
import { findScreenshot, type Queryable } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { expandedScreenshots } from './expanded-screenshots.ts';

/**
 * Reads one screenshot, manual or scheduled (specification, section 4.4).
 * @throws CoreError not_found
 */
export async function getScreenshot(
  ctx: CoreContext,
  input: { screenshotId: number; expand?: ReadonlySet<ScreenshotExpansion> },
): Promise<ExpandedScreenshot> {
  const { accountId } = ctx;
  const { screenshotId, expand = new Set() } = input;
  const read = async (tx: Queryable) => {
    const row = await findScreenshot(tx, { accountId, screenshotId });
    if (!row) throw notFound('screenshot', screenshotId);
    const [screenshot] = await expandedScreenshots(ctx, tx, [row], expand);
    return screenshot!;
  };
  return expand.size > 0 ? ctx.db.snapshot(read) : read(ctx.db.orm);
}
