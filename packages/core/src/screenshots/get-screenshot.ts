import type { Screenshot } from '@shotclock/contracts';
import { findScreenshot } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { screenshotResource } from './screenshot-resource.ts';

/**
 * Reads one screenshot, manual or scheduled (specification, section 4.4).
 * @throws CoreError not_found
 */
export async function getScreenshot(ctx: CoreContext, input: { screenshotId: number }): Promise<Screenshot> {
  const row = await findScreenshot(ctx.db.orm, { accountId: ctx.accountId, ...input });
  if (!row) throw notFound('screenshot', input.screenshotId);
  return screenshotResource(row, ctx.publicUrl);
}
