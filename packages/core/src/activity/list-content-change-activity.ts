import {
  type ContentChangeActivity,
  type Page,
  type PageRequest,
  pageOf,
  type SortField,
} from '@shotclock/contracts';
import { listContentChangeEntries, type Period } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { walletEntryResource } from '../wallet/wallet-entry-resource.ts';

/** Lists the ledger entries of content-change checks (specification, sections 2.6 and 4.6). */
export async function listContentChangeActivity(
  ctx: CoreContext,
  input: PageRequest<SortField<'contentChangeActivity'>> & Period,
): Promise<Page<ContentChangeActivity>> {
  const { rows, total } = await ctx.db.snapshot((tx) => listContentChangeEntries(tx, ctx.accountId, input));
  const content = rows.map((row) => ({
    ...walletEntryResource(row),
    referenceType: 'CONTENT_CHANGE' as const,
  }));
  return pageOf(content, total, input);
}
