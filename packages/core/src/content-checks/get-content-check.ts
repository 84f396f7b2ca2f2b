import type { ContentCheck, ContentCheckExpansion } from '@shotclock/contracts';
import { findContentCheck } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { contentCheckResource } from './content-check-resource.ts';

/** @throws CoreError not_found */
export async function getContentCheck(
  ctx: CoreContext,
  { checkId, expand }: { checkId: number; expand?: ReadonlySet<ContentCheckExpansion> },
): Promise<ContentCheck> {
  const row = await findContentCheck(ctx.db.orm, { accountId: ctx.accountId, checkId });
  if (!row) throw notFound('content-change check', checkId);
  return contentCheckResource(row, ctx.links, expand);
}
