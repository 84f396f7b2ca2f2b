import type { ContentCheck } from '@shotclock/contracts';
import { findContentCheck } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { contentCheckResource } from './content-check-resource.ts';

/** @throws CoreError not_found */
export async function getContentCheck(ctx: CoreContext, input: { checkId: number }): Promise<ContentCheck> {
  const row = await findContentCheck(ctx.db.orm, { accountId: ctx.accountId, ...input });
  if (!row) throw notFound('content-change check', input.checkId);
  return contentCheckResource(row, ctx.links);
}
