import {
  type ContentCheck,
  type ContentCheckExpansion,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { type CheckFilter, listContentChecks as listContentCheckRows, noCheckFilter } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { contentCheckResource } from './content-check-resource.ts';

/** Lists manual and scheduled checks. The period filters by creation time. */
export async function listContentChecks(
  ctx: CoreContext,
  input: PageRequest<SortField<'contentChecks'>> &
    Partial<CheckFilter> & { expand?: ReadonlySet<ContentCheckExpansion> },
): Promise<Page<ContentCheck>> {
  const found = await ctx.db.snapshot((tx) => listContentCheckRows(tx, ctx, { ...noCheckFilter, ...input }));
  return pageOf(
    found.rows.map((row) => contentCheckResource(row, ctx.links, input.expand)),
    found,
    input,
  );
}
