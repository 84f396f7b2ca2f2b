import type { ExpandedScreenshot, Page } from '@shotclock/contracts';
import { findExecution } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { type ScreenshotListRequest, screenshotPage } from './list-screenshots.ts';

/**
 * Lists the screenshots of an execution. The schedule may have been deleted.
 * @throws CoreError not_found
 */
export async function listExecutionScreenshots(
  ctx: CoreContext,
  input: ScreenshotListRequest & { executionId: number },
): Promise<Page<ExpandedScreenshot>> {
  const { accountId } = ctx;
  const { executionId } = input;
  return ctx.db.snapshot(async (tx) => {
    if (!(await findExecution(tx, { accountId, executionId }))) throw notFound('execution', executionId);
    return screenshotPage(ctx, tx, input);
  });
}
