import {
  type ContentCheck,
  type ContentCheckExpansion,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import {
  type CheckFilter,
  findTitles,
  listContentChecks as listContentCheckRows,
  noCheckFilter,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { contentCheckResource } from './content-check-resource.ts';

/** Lists manual and scheduled checks. The period applies to the creation time. */
export async function listContentChecks(
  ctx: CoreContext,
  input: PageRequest<SortField<'contentChecks'>> &
    Partial<CheckFilter> & { expand?: ReadonlySet<ContentCheckExpansion> },
): Promise<Page<ContentCheck>> {
  const { found, titles } = await ctx.db.snapshot(async (tx) => {
    const found = await listContentCheckRows(tx, ctx, { ...noCheckFilter, ...input });
    const screenshotIds = found.rows.flatMap((row) => row.screenshotId ?? []);
    const key = { accountId: ctx.accountId, screenshotIds };
    return { found, titles: input.expand?.has('title') ? await findTitles(tx, key) : null };
  });
  return pageOf(
    found.rows.map((row) => ({
      ...contentCheckResource(row, ctx.links, input.expand),
      ...(titles && { title: titles.get(row.screenshotId ?? 0) ?? null }),
    })),
    found,
    input,
  );
}
