import type { ContentCheck, ContentCheckExpansion } from '@shotclock/contracts';
import { findContentCheck, findTitles } from '@shotclock/db';
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
  const check = contentCheckResource(row, ctx.links, expand);
  if (!expand?.has('title')) return check;
  const screenshotIds = row.screenshotId === null ? [] : [row.screenshotId];
  const titles = await findTitles(ctx.db.orm, { accountId: ctx.accountId, screenshotIds });
  return { ...check, title: titles.get(row.screenshotId ?? 0) ?? null };
}
